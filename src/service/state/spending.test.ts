import { describe, expect, test } from 'vitest'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { ServiceError } from '#service/service-error.ts'
import { type Charge, createSpending } from './spending.ts'

const call: Charge = { tokens: 100, cost: 1 }

function spendingOf(
  terms: Partial<KeyTerms>,
  start = '2027-01-31T23:00:00Z',
  spent?: Parameters<typeof createSpending>[1],
) {
  let now = Date.parse(start)
  const caller = { name: 'laptop', terms: { ...keyTerms.parse({}), ...terms } }
  const spending = createSpending({ now: () => now, sleep: async () => {} }, spent)
  return {
    spending,
    caller,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    reserve: (charge = call) => spending.reserve(caller, () => charge),
    /** The refusal; undefined if the call was admitted. */
    refusal(charge = call): ServiceError | undefined {
      try {
        spending.reserve(caller, () => charge)
        return undefined
      } catch (reason) {
        if (reason instanceof ServiceError) return reason
        throw reason
      }
    },
  }
}

describe('a budget', () => {
  test('is passed by at most one reservation, however many calls come at once', () => {
    const { refusal } = spendingOf({ budget_per_day: 10 })
    const greatest = { tokens: 0, cost: 1.5 }
    const admitted = Array.from({ length: 1000 }, () => refusal(greatest)).filter((each) => each === undefined)
    expect(admitted).toHaveLength(7)
    expect(7 * 1.5).toBeLessThanOrEqual(10 + 1.5)
  })

  test('gives back what a call didn’t need, once', () => {
    const { reserve, refusal } = spendingOf({ budget_per_day: 1 })
    const first = reserve({ tokens: 0, cost: 5 })
    expect(refusal()?.message).toContain('open calls may take the rest')
    first.settle({ tokens: 0, cost: 0.25 })
    first.settle({ tokens: 0, cost: 100 })
    const second = reserve()
    second.settle({ tokens: 0, cost: 0.75 })
    expect(refusal()?.status).toBe(402)
  })

  test('says what was spent and when it resets, and begins anew then', () => {
    const { reserve, refusal, pass } = spendingOf({ budget_per_day: 1.5 })
    reserve().settle({ tokens: 0, cost: 1.625 })
    const refused = refusal()
    expect(refused?.detail).toMatchObject({ code: 'budget_exceeded', type: 'budget_error' })
    expect(refused?.message).toBe(
      'The key laptop has spent $1.625 of its $1.50 per day. It resets at 2027-02-01T00:00:00Z. Wait until then, or ask for a higher budget.',
    )
    pass(3599)
    expect(refusal()?.status).toBe(402)
    pass(1)
    expect(refusal()).toBeUndefined()
  })

  test('per month lasts over days', () => {
    const { reserve, refusal, pass } = spendingOf({ budget_per_month: 2 }, '2027-01-30T12:00:00Z')
    reserve().settle(call)
    pass(24 * 3600)
    reserve().settle(call)
    expect(refusal()?.message).toContain('$2.00 of its $2.00 per month. It resets at 2027-02-01T00:00:00Z.')
    pass(12 * 3600)
    expect(refusal()).toBeUndefined()
  })

  test('counts what the ledger knows of the month and the day', () => {
    const spent = [
      { key: 'laptop', day: '2027-01-31', cost: 1 },
      { key: 'laptop', day: '2027-01-02', cost: 5 },
    ]
    const at = '2027-01-31T12:00:00Z'
    expect(spendingOf({ budget_per_day: 1.1 }, at, spent).refusal()).toBeUndefined()
    expect(spendingOf({ budget_per_day: 1 }, at, spent).refusal()?.status).toBe(402)
    expect(spendingOf({ budget_per_month: 6 }, at, spent).refusal()?.status).toBe(402)
    expect(spendingOf({ budget_per_month: 6.1 }, at, spent).refusal()).toBeUndefined()
  })

  test('of 0 admits nothing, and none admits everything', () => {
    expect(spendingOf({ budget_per_day: 0 }).refusal()?.status).toBe(402)
    const { refusal } = spendingOf({})
    for (let time = 0; time < 100; time++) expect(refusal({ tokens: 1e9, cost: 1e9 })).toBeUndefined()
  })

  test('is each key’s own', () => {
    const { spending, caller, reserve, refusal } = spendingOf({ budget_per_day: 1 })
    reserve().settle(call)
    expect(refusal()?.status).toBe(402)
    expect(() => spending.reserve({ ...caller, name: 'phone' }, () => call)).not.toThrow()
  })
})

describe('tokens per minute', () => {
  test('refuses calls until tokens are free again, at the time it says', () => {
    const { reserve, refusal, pass } = spendingOf({ tokens_per_minute: 600 })
    reserve().settle({ tokens: 700, cost: 0 })
    const refused = refusal()
    expect(refused?.status).toBe(429)
    expect(refused?.headers).toMatchObject({
      'retry-after': '11',
      'x-ratelimit-limit-tokens': '600',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '70.000s',
    })
    pass(9)
    expect(refusal()?.status).toBe(429)
    pass(2)
    expect(refusal()).toBeUndefined()
  })

  test('counts open calls', () => {
    const { reserve, refusal } = spendingOf({ tokens_per_minute: 150 })
    const open = [reserve(), reserve()]
    expect(refusal()?.status).toBe(429)
    for (const each of open) each.settle({ tokens: 10, cost: 0 })
    expect(refusal()).toBeUndefined()
  })

  test('are shown to the caller', () => {
    const { spending, reserve } = spendingOf({ tokens_per_minute: 600 })
    reserve().settle({ tokens: 40, cost: 0 })
    expect(reserve({ tokens: 20, cost: 0 }).headers).toEqual({
      'x-ratelimit-limit-tokens': '600',
      'x-ratelimit-remaining-tokens': '540',
      'x-ratelimit-reset-tokens': '6.000s',
    })
    expect(spending.reserve({ name: 'other' }, () => call).headers).toEqual({})
  })
})
