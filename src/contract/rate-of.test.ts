import { describe, expect, it } from 'vitest'
import { costOfTokens, countsOf, greatestCostOf, rateOf, reportedCostOf, thresholdOf } from './rate-of.ts'

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

describe('the cost of tokens', () => {
  const of = {
    pricing: [
      { metric: 'input_tokens' as const, rate: 1 },
      { metric: 'output_tokens' as const, rate: 10 },
      { metric: 'cache_write_tokens' as const, rate: 1.25 },
      { metric: 'output_audio_tokens' as const, rate: 100 },
    ],
  }
  const none = { input: 0, cachedInput: 0, output: 0, reasoning: 0 }

  it.each([
    ['parts without a price as the whole', { input: 10, cachedInput: 4, audioInput: 2 }, 10],
    ['writes for an hour like other writes', { input: 10, cacheWrite: 2, cacheWrite1h: 4 }, 4 + 6 * 1.25],
    ['parts above the whole once', { output: 10, reasoning: 8, audioOutput: 5 }, 8 * 10 + 2 * 100],
  ])('counts %s', (_, tokens, millionths) => {
    expect(costOfTokens(of, { ...none, ...tokens })).toBeCloseTo(millionths / 1e6, 12)
  })

  it('is known without a price for output if there is none, as for embeddings', () => {
    const embedding = { pricing: [{ metric: 'input_tokens' as const, rate: 2 }] }
    expect(costOfTokens(embedding, { ...none, input: 5 })).toBeCloseTo(10 / 1e6, 12)
    expect(costOfTokens(embedding, { ...none, input: 5, output: 1 })).toBeUndefined()
    expect(costOfTokens({ pricing: [] }, none)).toBeUndefined()
  })

  it('is at most that of the dearest kinds, and has the price of a request', () => {
    const perRequest = { pricing: [...of.pricing, { metric: 'requests' as const, rate: 5000 }] }
    expect(greatestCostOf(perRequest, { input: 10, output: 2 })).toBeCloseTo((12.5 + 200 + 5000) / 1e6, 12)
    expect(costOfTokens(perRequest, { ...none, input: 10 })).toBeCloseTo((10 + 5000) / 1e6, 12)
    expect(greatestCostOf({ pricing: [] }, { input: 10, output: 2 })).toBeUndefined()
  })

  it('is unknown where a number can’t hold it', () => {
    const dear = { pricing: [{ metric: 'input_tokens' as const, rate: 1e308 }] }
    expect(costOfTokens(dear, { ...none, input: 1000 })).toBeUndefined()
  })
})

describe('the counts of usage', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }

  it('have cached tokens that stand beside the prompt within the input', () => {
    const apart = { ...usage, total_tokens: 160, cache_read_input_tokens: 30, cache_creation_input_tokens: 20 }
    expect(countsOf(apart)).toMatchObject({ input: 150, cachedInput: 30, cacheWrite: 20, output: 10, reasoning: 0 })
  })

  it('never have a part larger than its whole', () => {
    const absurd = {
      ...usage,
      prompt_tokens_details: { cached_tokens: 1e9, cache_write_tokens: 1e9, audio_tokens: 1e9 },
      completion_tokens_details: { reasoning_tokens: 1e9, audio_tokens: -5 },
    }
    expect(countsOf(absurd)).toEqual({
      input: 100,
      cachedInput: 100,
      cacheWrite: 0,
      cacheWrite1h: 0,
      audioInput: 100,
      output: 10,
      reasoning: 10,
      audioOutput: 0,
    })
  })

  it.each([Infinity, 1.7e308, -5, Number.NaN])('are none where the engine says %d', (absurd) => {
    const all = { prompt_tokens: absurd, completion_tokens: absurd, total_tokens: absurd }
    expect(countsOf(all)).toMatchObject({ input: 0, output: 0, reasoning: 0 })
    expect(countsOf({ ...usage, total_tokens: absurd })).toMatchObject({ input: 100, output: 10, reasoning: 0 })
  })

  it.each([
    [undefined, {}],
    [undefined, { cost: 0 }],
    [undefined, { cost: '0.5' }],
    [undefined, { cost: -1 }],
    [0.5, { cost: 0.5, cost_details: { upstream_inference_cost: 2 } }],
    [2.5, { cost: 0.5, is_byok: true, cost_details: { upstream_inference_cost: 2 } }],
    [0.0232856, { cost_in_usd_ticks: 232_856_000 }],
    [undefined, { cost: Infinity }],
    [undefined, { cost: 1.7e308 }],
    [undefined, { cost: 1.7e308, is_byok: true, cost_details: { upstream_inference_cost: 1.7e308 } }],
    [undefined, { cost_in_usd_ticks: 1.7e308 }],
  ])('have a cost of %s in %j', (cost, fields) => {
    expect(reportedCostOf({ ...usage, ...fields })).toBe(cost)
  })
})
