import { describe, expect, it } from 'vitest'
import { rateOf, thresholdOf } from './rate-of.ts'

const tiered = {
  pricing: [
    { metric: 'output_tokens' as const, rate: 10, tiers: [{ above_input_tokens: 200_000, rate: 15 }] },
    {
      metric: 'input_tokens' as const,
      rate: 1,
      // Unsorted on purpose: configured tiers may come in any order.
      tiers: [
        { above_input_tokens: 256_000, rate: 3 },
        { above_input_tokens: 32_000, rate: 2 },
      ],
    },
    { metric: 'cached_input_tokens' as const, rate: 0.1 },
  ],
}

describe('rateOf with tiers', () => {
  it.each([
    [0, 1],
    [32_000, 1],
    [32_001, 2],
    [256_000, 2],
    [256_001, 3],
  ])('returns the rate for %d input tokens: $%d', (inputTokens, rate) => {
    expect(rateOf(tiered, 'input_tokens', inputTokens)).toBe(rate)
  })

  it('applies tiers by input tokens, and only to metrics that have them', () => {
    expect(rateOf(tiered, 'output_tokens', 200_001)).toBe(15)
    expect(rateOf(tiered, 'cached_input_tokens', 1e6)).toBe(0.1)
    expect(rateOf(tiered, 'reasoning_tokens', 1e6)).toBeUndefined()
    expect(rateOf(tiered, 'input_tokens')).toBe(1)
  })
})

it('returns the highest threshold that a request exceeds', () => {
  expect([0, 32_000, 32_001, 200_001, 1e6].map((tokens) => thresholdOf(tiered, tokens))).toEqual([
    undefined,
    undefined,
    32_000,
    200_000,
    256_000,
  ])
})
