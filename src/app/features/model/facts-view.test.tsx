import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { FactsView } from './facts-view.tsx'

const now = Date.UTC(2026, 6, 24)

function factsOf(fields: Partial<Model>): Map<string, string> {
  const model = {
    id: 'a/b',
    author: 'community',
    owned_by: 'a',
    created: 0,
    context_length: 0,
    model_type: 'text_generation',
    ...fields,
  } as Model
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(<FactsView model={model} now={now} />)
  const values = [...place.querySelectorAll('dd')].map(({ textContent }) => textContent)
  return new Map([...place.querySelectorAll('dt')].map(({ textContent }, at) => [textContent, values[at] ?? '']))
}

it('says when a model came out, and not of a day to come that it was just now', () => {
  const releasedOf = (created: number) => factsOf({ created }).get('Released')
  expect(releasedOf(Date.UTC(2026, 6, 22) / 1000)).toBe('22 July 2026 2 days ago')
  expect(releasedOf(Date.UTC(2026, 8, 1) / 1000)).toBe('1 September 2026 ')
  expect(releasedOf(0)).toBe('–')
  expect(releasedOf(Number.MAX_SAFE_INTEGER)).toBe('–')
})

it('shows maximum output, modalities, knowledge cutoff and open weights only when known', () => {
  const facts = factsOf({
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
  expect(factsOf({ open_weights: false }).get('Open weights')).toBe('No')
  const names = [...factsOf({ input_modalities: ['text'] }).keys()]
  for (const name of ['Maximum output', 'Modalities', 'Knowledge cutoff', 'Open weights']) {
    expect(names).not.toContain(name)
  }
})
