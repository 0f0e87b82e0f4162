import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { Model } from '#contract/model.ts'
import { changeWorkload } from '#app/models/workload-store.ts'
import { BillView } from './bill-view.tsx'
import { PricesView } from './prices-view.tsx'

const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
const tiered = {
  model_type: 'text_generation',
  context_length: 1_048_576,
  pricing: [
    { metric: 'input_tokens', rate: 1.25, tiers: tiers(2.5) },
    { metric: 'output_tokens', rate: 10, tiers: tiers(15) },
  ],
} as Model

function linesOf(view: ReactNode): string[] {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(view))
  const lines = [...place.querySelectorAll('dt, dd, p')].map(({ textContent }) => textContent)
  act(() => root.unmount())
  return lines
}
const pricesOf = (model: Model) => linesOf(<PricesView model={model} readAt={0} />).slice(0, -1)
const billOf = (model: Model) => {
  const lines = linesOf(<BillView model={model} />)
  return lines.slice(lines.indexOf('Per request'))
}

it('shows both prices of a model that charges more for long input', () => {
  expect(pricesOf(tiered)).toEqual([
    'Input tokens',
    '$1.25$2.50 above 200K input tokens',
    'Output tokens',
    '$10.00$15.00 above 200K input tokens',
  ])
})

it('shows other prices in the unit that people use', () => {
  const sold = (model_type: Model['model_type'], metric: 'images' | 'audio_seconds' | 'characters', rate: number) =>
    pricesOf({ ...tiered, model_type, pricing: [{ metric, rate }] })
  expect(sold('image_generation', 'images', 40_000)).toEqual(['Price per image', '$0.04'])
  expect(sold('speech_to_text', 'audio_seconds', 100)).toEqual(['Price per minute', '$0.006'])
  expect(sold('text_to_speech', 'characters', 15)).toEqual(['Price per 1M characters', '$15.00'])
})

it('says which prices a cost uses, and why there is none', () => {
  changeWorkload({ tokensIn: 2_000, tokensOut: 500, requestsPerDay: 10 })
  expect(billOf(tiered)).toEqual(['Per request', '$0.0075', 'Per day', '$0.08', 'Per month (30 days)', '$2.25'])
  changeWorkload({ tokensIn: 300_000 })
  expect(billOf(tiered)).toEqual([
    'Per request',
    '$0.758',
    'Per day',
    '$7.58',
    'Per month (30 days)',
    '$227.25',
    'Uses the prices above 200K input tokens.',
  ])
  expect(billOf({ ...tiered, context_length: 8_000 }).at(-1)).toBe(
    "Doesn't fit: 300K + 500 tokens exceed its 8K context.",
  )
})
