import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { changeWorkload, firstWorkload } from '#app/models/workload.ts'
import type { Model } from '#contract/model.ts'
import { CostEstimateView, FactsView, PricesView } from './facts-view.tsx'

// All pages share it.
afterEach(() => changeWorkload(firstWorkload))

describe('prices view', () => {
  const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
  const tiered = {
    model_type: 'text_generation',
    context_length: 1_048_576,
    pricing: [
      { metric: 'input_tokens', rate: 1.25, tiers: tiers(2.5) },
      { metric: 'output_tokens', rate: 10, tiers: tiers(15) },
    ],
  } as Model

  async function linesOf(view: ReactNode): Promise<string[]> {
    const { container, unmount } = await render(view)
    const lines = [...container.querySelectorAll('dt, dd, p')].map(({ textContent }) => textContent)
    await unmount()
    return lines
  }
  const pricesOf = async (model: Model) => (await linesOf(<PricesView model={model} readAt={0} />)).slice(0, -1)
  const billOf = async (model: Model) => {
    const lines = await linesOf(<CostEstimateView model={model} />)
    return lines.slice(lines.indexOf('Per request'))
  }

  it('shows both prices of a model that charges more for long input', async () => {
    expect(await pricesOf(tiered)).toEqual([
      'Input tokens',
      '$1.25$2.50 above 200K input tokens',
      'Output tokens',
      '$10.00$15.00 above 200K input tokens',
    ])
  })

  it('shows other prices in their usual unit', async () => {
    const sold = (model_type: Model['model_type'], metric: 'images' | 'audio_seconds' | 'characters', rate: number) =>
      pricesOf({ ...tiered, model_type, pricing: [{ metric, rate }] })
    expect(await sold('image_generation', 'images', 40_000)).toEqual(['Price per image', '$0.04'])
    expect(await sold('speech_to_text', 'audio_seconds', 100)).toEqual(['Price per minute', '$0.006'])
    expect(await sold('text_to_speech', 'characters', 15)).toEqual(['Price per 1M characters', '$15.00'])
  })

  it('says which prices a cost uses, and why there is none', async () => {
    changeWorkload({ tokensIn: 2_000, tokensOut: 500, requestsPerDay: 10 })
    expect(await billOf(tiered)).toEqual(['Per request', '$0.0075', 'Per day', '$0.08', 'Per month (30 days)', '$2.25'])
    changeWorkload({ tokensIn: 300_000 })
    expect(await billOf(tiered)).toEqual([
      'Per request',
      '$0.758',
      'Per day',
      '$7.58',
      'Per month (30 days)',
      '$227.25',
      'Uses the price tier above 200K input tokens.',
    ])
    expect((await billOf({ ...tiered, context_length: 8_000 })).at(-1)).toBe(
      'Doesn’t fit: 300K + 500 tokens exceed its 8K context.',
    )
  })
})

describe('facts view', () => {
  const now = Date.UTC(2026, 6, 24)

  async function factsOf(fields: Partial<Model>): Promise<Map<string, string>> {
    const model = {
      id: 'a/b',
      author: 'community',
      owned_by: 'a',
      created: 0,
      context_length: 0,
      model_type: 'text_generation',
      ...fields,
    } as Model
    const { container, unmount } = await render(<FactsView model={model} now={now} />)
    const values = [...container.querySelectorAll('dd')].map(({ textContent }) => textContent)
    const names = container.querySelectorAll('dt')
    await unmount()
    return new Map([...names].map(({ textContent }, at) => [textContent, values[at] ?? '']))
  }

  it('shows the release date, and never “just now” for a future date', async () => {
    const releasedOf = async (created: number) => (await factsOf({ created })).get('Released')
    expect(await releasedOf(Date.UTC(2026, 6, 22) / 1000)).toBe('22 July 2026 2 days ago')
    expect(await releasedOf(Date.UTC(2026, 8, 1) / 1000)).toBe('1 September 2026 ')
    expect(await releasedOf(0)).toBe('–')
    expect(await releasedOf(Number.MAX_SAFE_INTEGER)).toBe('–')
  })

  it('shows maximum output, modalities, knowledge cutoff and open weights only when known', async () => {
    const facts = await factsOf({
      max_output_tokens: 65_536,
      input_modalities: ['text', 'image', 'audio'],
      output_modalities: ['text'],
      knowledge_cutoff: '2025-01-31',
      open_weights: true,
    })
    expect(facts.get('Maximum output')).toBe('65.5K 65,536 tokens')
    expect(facts.get('Modalities')).toBe('Text, image, audio → text')
    expect(facts.get('Knowledge cutoff')).toBe('31 January 2025')
    expect(facts.get('Open weights')).toBe('Yes')
    expect((await factsOf({ open_weights: false })).get('Open weights')).toBe('No')
    const names = [...(await factsOf({ input_modalities: ['text'] })).keys()]
    for (const name of ['Maximum output', 'Modalities', 'Knowledge cutoff', 'Open weights']) {
      expect(names).not.toContain(name)
    }
  })
})
