import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/model.ts'
import { estimateCost, exactCostsOf, misfitOf, type Priced } from './cost-estimate.ts'
import { misfitWords } from './price-words.ts'
import { workloadLimits, type Workload } from './workload.ts'

function priced(input?: number, output?: number, cached?: number): Priced {
  const entry = (metric: Model['pricing'][number]['metric'], rate?: number) =>
    rate === undefined ? [] : [{ metric, rate }]
  return {
    model_type: 'text_generation',
    context_length: 4096,
    context_length_known: false,
    pricing: [
      ...entry('input_tokens', input),
      ...entry('output_tokens', output),
      ...entry('cached_input_tokens', cached),
    ],
  }
}

const workload: Workload = { tokensIn: 2_000, tokensOut: 500, requestsPerDay: 10_000, cachedShare: 0 }

describe('a cost estimate', () => {
  // Calculated by hand: 2,000 × in + 500 × out, in millionths of a dollar; × 10,000; × 30.
  it.each([
    { model: priced(0.05, 0.4), bill: { perRequest: 0.0003, perDay: 3, perMonth: 90 } },
    { model: priced(0.1, 0.3), bill: { perRequest: 0.00035, perDay: 3.5, perMonth: 105 } },
    { model: priced(0.4, 1.6), bill: { perRequest: 0.0016, perDay: 16, perMonth: 480 } },
    { model: priced(0.075, 0.3), bill: { perRequest: 0.0003, perDay: 3, perMonth: 90 } },
    { model: priced(0.05, 0.1), bill: { perRequest: 0.00015, perDay: 1.5, perMonth: 45 } },
    { model: priced(0, 0), bill: { perRequest: 0, perDay: 0, perMonth: 0 } },
    { model: priced(150_000, 600_000), bill: { perRequest: 600, perDay: 6_000_000, perMonth: 180_000_000 } },
  ])('$bill.perMonth a month', ({ model, bill }) => {
    expect(estimateCost(model, workload)).toEqual(bill)
    // In whole cents, so that a limit of the same amount includes it.
    expect(exactCostsOf(model, workload).perMonth).toBe(bill.perMonth)
  })

  it('uses the cached price for the cached share, or the input price if there is none', () => {
    // 1,000 × 3 + 1,000 × 0.30 + 500 × 15 = 10,800 millionths.
    const half = { ...workload, cachedShare: 0.5 }
    expect(estimateCost(priced(3, 15, 0.3), half)).toEqual({ perRequest: 0.0108, perDay: 108, perMonth: 3240 })
    expect(estimateCost(priced(3, 15), half)).toEqual(estimateCost(priced(3, 15), workload))
    expect(estimateCost(priced(3, 15, 0), { ...workload, cachedShare: 1 })).toEqual({
      perRequest: 0.0075,
      perDay: 75,
      perMonth: 2250,
    })
  })

  it('has no floating-point noise, rounds half a cent up, and never rounds to 0', () => {
    const once = { tokensIn: 1, tokensOut: 0, requestsPerDay: 1, cachedShare: 0 }
    expect(estimateCost(priced(0.1, 0.2), { ...once, tokensOut: 1 })?.perRequest).toBe(0.0000003)
    expect(estimateCost(priced(1.005), { ...once, tokensIn: 1_000_000 })?.perDay).toBe(1.01)
    expect(estimateCost(priced(1.00499), { ...once, tokensIn: 1_000_000 })?.perDay).toBe(1)
    expect(estimateCost(priced(0.02), once)).toEqual({ perRequest: 2e-8, perDay: 2e-8, perMonth: 6e-7 })
  })

  it('is not rounded for ranking', () => {
    const once = { tokensIn: 1, tokensOut: 0, requestsPerDay: 1, cachedShare: 0 }
    const [one, other] = [priced(1000.001), priced(1000.002)]
    expect(estimateCost(one, once)?.perMonth).toBe(estimateCost(other, once)?.perMonth)
    expect(exactCostsOf(one, once).perMonth).toBeLessThan(exactCostsOf(other, once).perMonth)
    expect(exactCostsOf(priced(), once).perMonth).toBeNaN()
    expect(exactCostsOf(one, { ...once, requestsPerDay: 0 }).perMonth).toBe(0)
  })

  it('is unknown if a price that the workload needs is', () => {
    expect(estimateCost(priced(), workload)).toBeNull()
    expect(estimateCost(priced(1), workload)).toBeNull()
    expect(estimateCost(priced(undefined, 1), workload)).toBeNull()
    expect(estimateCost(priced(undefined, 1, 0.1), { ...workload, cachedShare: 0.5 })).toBeNull()
    expect(estimateCost(priced(1), { ...workload, tokensOut: 0 })).not.toBeNull()
    expect(estimateCost(priced(undefined, 1), { ...workload, tokensIn: 0 })).not.toBeNull()
    expect(estimateCost({ ...priced(1, 1), model_type: 'image_generation' }, workload)).toBeNull()
    expect(estimateCost(priced(-1, 1), workload)).toBeNull()
    expect(estimateCost(priced(Number.POSITIVE_INFINITY, 1), workload)).toBeNull()
  })

  describe('with price tiers', () => {
    const tiers = (rate: number) => [{ above_input_tokens: 200_000, rate }]
    const gemini: Priced = {
      ...priced(),
      pricing: [
        { metric: 'input_tokens', rate: 1.25, tiers: tiers(2.5) },
        { metric: 'output_tokens', rate: 10, tiers: tiers(15) },
        { metric: 'cached_input_tokens', rate: 0.125, tiers: tiers(0.25) },
      ],
    }
    const once = { tokensIn: 300_000, tokensOut: 500, requestsPerDay: 1, cachedShare: 0 }

    it('charges the whole request at the higher rates, and has the threshold', () => {
      // 300,000 × 2.50 + 500 × 15 = 757,500 millionths.
      expect(estimateCost(gemini, once)).toEqual({
        perRequest: 0.7575,
        perDay: 0.76,
        perMonth: 22.73,
        aboveInputTokens: 200_000,
      })
      expect(exactCostsOf(gemini, once)).toEqual({ perRequest: 0.7575, perMonth: 22.725 })
      // 150,000 × 2.50 + 150,000 × 0.25 + 500 × 15 = 420,000 millionths.
      expect(estimateCost(gemini, { ...once, cachedShare: 0.5 })?.perRequest).toBe(0.42)
      expect(estimateCost(gemini, { ...once, tokensIn: 200_000 })).toEqual({
        perRequest: 0.255,
        perDay: 0.26,
        perMonth: 7.65,
      })
    })

    it('applies them to each turn of a conversation, not to the sum', () => {
      const turn = { tokensIn: 150_000, tokensOut: 250 }
      const both = estimateCost(gemini, { ...once, turns: [turn, turn] })
      // 300,000 × 1.25 + 500 × 10 = 380,000 millionths.
      expect(both).toMatchObject({ perRequest: 0.38 })
      expect(both).not.toHaveProperty('aboveInputTokens')
      const turns = [
        { tokensIn: 50_000, tokensOut: 100 },
        { tokensIn: 250_000, tokensOut: 400 },
      ]
      // 50,000 × 1.25 + 100 × 10 + 250,000 × 2.50 + 400 × 15 = 694,500 millionths.
      expect(estimateCost(gemini, { ...once, turns })).toMatchObject({ perRequest: 0.6945, aboveInputTokens: 200_000 })
    })
  })

  describe('of a workload that exceeds the context', () => {
    const small: Priced = { ...priced(0.03, 0.06), context_length: 8000, context_length_known: true }
    const long = { tokensIn: 300_000, tokensOut: 500, requestsPerDay: 1_000, cachedShare: 0 }

    it('is missing, with the reason', () => {
      expect(estimateCost(small, long)).toBeNull()
      expect(exactCostsOf(small, long)).toEqual({ perRequest: Number.NaN, perMonth: Number.NaN })
      expect(misfitWords(small, long)).toBe('300K + 500 tokens exceed its 8K context')
    })

    it('counts input and output together, and fits exactly', () => {
      expect(misfitOf(small, { ...long, tokensIn: 7500 })).toBeUndefined()
      expect(misfitOf(small, { ...long, tokensIn: 7501 })).toBeDefined()
      expect(estimateCost(small, { ...long, tokensIn: 7500 })).not.toBeNull()
    })

    it('does not exclude a model whose context is unknown', () => {
      expect(estimateCost({ ...small, context_length_known: false }, long)).not.toBeNull()
      expect(misfitWords({ ...small, context_length_known: false }, long)).toBeUndefined()
    })

    it('checks each turn of a conversation', () => {
      const turns = Array.from({ length: 5 }, () => ({ tokensIn: 3000, tokensOut: 100 }))
      const conversation = { ...long, tokensIn: 15_000, tokensOut: 500, turns }
      expect(estimateCost(small, conversation)?.perRequest).toBe(0.00048)
      expect(estimateCost({ ...small, context_length: 3099 }, conversation)).toBeNull()
    })
  })

  const anyRate = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 999_999, noNaN: true }))
  const anyWorkload = fc.record<Workload>({
    tokensIn: fc.nat(workloadLimits.tokensIn),
    tokensOut: fc.nat(workloadLimits.tokensOut),
    requestsPerDay: fc.nat(workloadLimits.requestsPerDay),
    cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  it('is a number of dollars near the plain sum, in whole cents, for any price and workload', () => {
    fc.assert(
      fc.property(anyRate, anyRate, anyRate, anyWorkload, (input, output, cached, asked) => {
        const estimate = estimateCost(priced(input, output, cached), asked)
        const share = asked.cachedShare
        const plain = (asked.tokensIn * ((1 - share) * input + share * cached) + asked.tokensOut * output) / 1_000_000
        const slack = 1e-6 * (input + cached) * (asked.tokensIn / 1_000_000) + 1e-9 * plain + 1e-6
        expect(Math.abs((estimate?.perRequest ?? Number.NaN) - plain)).toBeLessThanOrEqual(slack)
        for (const amount of [estimate?.perDay ?? 0, estimate?.perMonth ?? 0]) {
          expect(amount).toBeGreaterThanOrEqual(0)
          if (amount >= 0.01 && amount < 1e12) expect(amount).toBe(Number(amount.toFixed(2)))
        }
      }),
    )
  })
})
