import { describe, expect, test } from 'vitest'
import { readPricing } from './pricing.ts'

const input = (rate: number) => [{ metric: 'input_tokens', rate }]

describe('an engine’s prices', () => {
  test.each([
    ['0.0000001', 0.1],
    ['0.00000015', 0.15],
    ['0.000003', 3],
    ['0.0000000001', 0.0001],
    ['1e-7', 0.1],
    ['.000002', 2],
    ['0', 0],
    ['1', 1_000_000],
  ])('converts %s per token to exactly %d per million', (prompt, rate) => {
    expect(readPricing({ prompt })).toEqual(input(rate))
  })

  test.each(['-1', '', 'free', 'NaN', 'Infinity', '1e999', '0x1', null, 0.1])(
    'ignores %o as a price per token',
    (prompt) => {
      expect(readPricing({ prompt })).toBeUndefined()
    },
  )

  test('reads further prices unless they are zero', () => {
    expect(readPricing({ prompt: '0.000001', input_cache_read: '0.0000001', internal_reasoning: '0' })).toEqual([
      { metric: 'input_tokens', rate: 1 },
      { metric: 'cached_input_tokens', rate: 0.1 },
    ])
  })

  test.each([
    undefined,
    null,
    'free',
    [],
    {},
    { input: 0, output: 0 },
    { input: 1 },
    { input: -1, output: 2 },
    { input: 1, output: Infinity },
  ])('finds no prices in %o', (value) => {
    expect(readPricing(value)).toBeUndefined()
  })
})
