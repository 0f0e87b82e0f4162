import { expect, it } from 'vitest'
import { priceSourceWords } from './price-words.ts'

it('says where prices are from and of which day they are', () => {
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
    'Prices from this service’s engine or operator, read 21 November 2026',
  )
  expect(priceSourceWords({ pricing: [] }, 1)).toBe('Nobody has told a price.')
})
