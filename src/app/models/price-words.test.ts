import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model, PriceMetric } from '#contract/model.ts'
import {
  dollarsInBrief,
  dollarsOfTick,
  mainPriceOf,
  priceSourceWords,
  priceTiersOf,
  unitPriceOf,
  usualMetricOf,
} from './price-words.ts'

describe('dollars in brief', () => {
  it.each([
    [0, '$0'],
    [0.4, '$0.40'],
    [0.075, '$0.075'],
    [0.0000999, '<$0.0001'],
    [0.000123, '$0.000123'],
    [1250, '$1,250.00'],
    [150_000, '$150,000'],
    [999_999.4, '$999,999'],
    [999_999.5, '$1M'],
    [1_500_000, '$1.5M'],
    [9e9, '$9B'],
  ])('says %d in brief', (value, words) => {
    expect(dollarsInBrief(value)).toBe(words)
  })

  it('fits its column for any amount, and never shows a price as 0', () => {
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, max: 1e14, noNaN: true }), (value) => {
        expect(dollarsInBrief(value).length).toBeLessThanOrEqual(9)
        expect(dollarsInBrief(value)).toMatch(/[1-9]/u)
      }),
    )
  })

  it('shortens the labels of an axis', () => {
    expect([0.03, 300, 1000, 30_000, 1e6].map(dollarsOfTick)).toEqual(['$0.03', '$300.00', '$1K', '$30K', '$1M'])
  })
})

describe('price words', () => {
  it('has the source and date of prices', () => {
    const pricing = [{ metric: 'input_tokens' as const, rate: 1 }]
    expect(priceSourceWords({ pricing, pricing_source: { name: 'models.dev', date: '2026-07-24' } })).toBe(
      'Prices from models.dev, 24 July 2026',
    )
    expect(
      priceSourceWords({ pricing, pricing_source: { name: 'models.dev', date: '2026-07-24' }, list_price: true }),
    ).toBe('Maker’s list price, models.dev, 24 July 2026')
    expect(priceSourceWords({ pricing, pricing_source: { name: 'anomalyco/models.dev', date: '2026-07-24' } })).toBe(
      'Prices from models.dev, 24 July 2026',
    )
    expect(priceSourceWords({ pricing }, Date.UTC(2026, 10, 21))).toBe(
      'Prices from the provider or operator, updated 21 November 2026',
    )
    expect(priceSourceWords({ pricing: [] }, 1)).toBe('Prices unknown')
  })

  it('has prices in their usual units', () => {
    expect(unitPriceOf('images', 40_000)).toBe(0.04)
    expect(unitPriceOf('audio_seconds', 100)).toBe(0.006)
    expect(unitPriceOf('characters', 15)).toBe(15)
    expect(unitPriceOf('input_tokens', 0.1)).toBe(0.1)
  })

  it('finds the unit of all types if it is one other than tokens', () => {
    expect(usualMetricOf(['image_generation'])).toBe('images')
    expect(usualMetricOf(['speech_to_text'])).toBe('audio_seconds')
    expect(usualMetricOf(['text_to_speech'])).toBe('characters')
    for (const types of [[], ['text_generation'], ['moderation'], ['image_generation', 'text_generation']] as const) {
      expect(usualMetricOf(types)).toBeNull()
    }
  })

  it('takes the usual price of a model that isn’t a text model, or its first', () => {
    const priced = (...metrics: PriceMetric[]) => metrics.map((metric) => ({ metric, rate: 5 }))
    const main = (pricing: Model['pricing']) => mainPriceOf({ model_type: 'image_generation', pricing })
    expect(main(priced('output_tokens', 'input_tokens', 'images'))).toEqual({ metric: 'images', price: 0.000005 })
    expect(main(priced('output_tokens', 'input_tokens'))).toEqual({ metric: 'input_tokens', price: 5 })
    expect(main([])).toBeNull()
    expect(mainPriceOf({ model_type: 'text_generation', pricing: priced('images') })).toBeNull()
  })

  it('has the tiers of a price in ascending order, in its unit', () => {
    const tiers = [
      { above_input_tokens: 256_000, rate: 3 },
      { above_input_tokens: 32_000, rate: 2 },
    ]
    expect(priceTiersOf({ pricing: [{ metric: 'input_tokens', rate: 1, tiers }] }, 'input_tokens')).toEqual([
      { aboveInputTokens: 32_000, price: 2 },
      { aboveInputTokens: 256_000, price: 3 },
    ])
  })

  it('has no tiers if a price has none', () => {
    expect(priceTiersOf({ pricing: [{ metric: 'input_tokens', rate: 1 }] }, 'input_tokens')).toEqual([])
  })
})
