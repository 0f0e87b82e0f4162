import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { ServiceError } from '#service/service-error.ts'
import type { DailyUsage } from '#service/state/ledger.ts'
import type { Charge } from '#service/state/spending.ts'
import { type LimitsUnderTest, kindsOfLimits } from '#testing/kinds-of-limits.ts'

const call: Charge = { tokens: 100, cost: 1 }

describe.each(kindsOfLimits)('spending over %s', (_, startLimits) => {
  let limits: LimitsUnderTest
  beforeAll(async () => {
    limits = await startLimits()
  })
  afterAll(() => limits.close())

  async function spendingOf(
    terms: Partial<KeyTerms>,
    start = '2027-01-31T23:00:00Z',
    spent: Pick<DailyUsage, 'day' | 'key' | 'cost'>[] = [],
  ) {
    let now = Date.parse(start)
    const caller = { name: 'laptop', terms: { ...keyTerms.parse({}), ...terms } }
    const { spending } = await limits.open({ clock: { now: () => now, sleep: async () => {} }, spent })
    return {
      spending,
      caller,
      pass: (seconds: number) => {
        now += seconds * 1000
      },
      reserve: async (charge = call) => spending.reserve(caller, () => charge),
      /** One call from its reservation to its end. */
      async spend(taken: Charge) {
        const { settle } = await spending.reserve(caller, () => call)
        settle(taken)
      },
      /** The refusal; undefined if the call was admitted. */
      async refusal(charge = call): Promise<ServiceError | undefined> {
        try {
          await spending.reserve(caller, () => charge)
          return undefined
        } catch (reason) {
          if (reason instanceof ServiceError) return reason
          throw reason
        }
      },
    }
  }

  const statusOf = async (...given: Parameters<typeof spendingOf>) =>
    (await (await spendingOf(...given)).refusal())?.status

  describe('a budget', () => {
    test('is passed by at most one reservation, however many calls come at once', async () => {
      const { refusal } = await spendingOf({ budget_per_day: 10 })
      const greatest = { tokens: 0, cost: 1.5 }
      const answers = await Promise.all(Array.from({ length: 1000 }, () => refusal(greatest)))
      expect(answers.filter((each) => each === undefined)).toHaveLength(7)
      expect(7 * 1.5).toBeLessThanOrEqual(10 + 1.5)
    })

    test('gives back what a call didn’t need, once', async () => {
      const { reserve, refusal } = await spendingOf({ budget_per_day: 1 })
      const first = await reserve({ tokens: 0, cost: 5 })
      expect((await refusal())?.message).toContain('open calls may take the rest')
      first.settle({ tokens: 0, cost: 0.25 })
      first.settle({ tokens: 0, cost: 100 })
      const second = await reserve()
      second.settle({ tokens: 0, cost: 0.75 })
      expect((await refusal())?.status).toBe(402)
    })

    test('says what was spent and when it resets, and begins anew then', async () => {
      const { spend, refusal, pass } = await spendingOf({ budget_per_day: 1.5 })
      await spend({ tokens: 0, cost: 1.625 })
      const refused = await refusal()
      expect(refused?.detail).toMatchObject({ code: 'budget_exceeded', type: 'budget_error' })
      expect(refused?.message).toBe(
        'The key laptop has spent $1.625 of its $1.50 per day. It resets at 2027-02-01T00:00:00Z. Wait until then, or ask for a higher budget.',
      )
      pass(3599)
      expect((await refusal())?.status).toBe(402)
      pass(1)
      expect(await refusal()).toBeUndefined()
    })

    test('per month lasts over days', async () => {
      const { spend, refusal, pass } = await spendingOf({ budget_per_month: 2 }, '2027-01-30T12:00:00Z')
      await spend(call)
      pass(24 * 3600)
      await spend(call)
      expect((await refusal())?.message).toContain('$2.00 of its $2.00 per month. It resets at 2027-02-01T00:00:00Z.')
      pass(12 * 3600)
      expect(await refusal()).toBeUndefined()
    })

    test('counts what the ledger knows of the month and the day', async () => {
      const spent = [
        { key: 'laptop', day: '2027-01-31', cost: 1 },
        { key: 'laptop', day: '2027-01-02', cost: 5 },
      ]
      const at = '2027-01-31T12:00:00Z'
      expect(await statusOf({ budget_per_day: 1.1 }, at, spent)).toBeUndefined()
      expect(await statusOf({ budget_per_day: 1 }, at, spent)).toBe(402)
      expect(await statusOf({ budget_per_month: 6 }, at, spent)).toBe(402)
      expect(await statusOf({ budget_per_month: 6.1 }, at, spent)).toBeUndefined()
    })

    test('of 0 admits nothing, and none admits everything', async () => {
      expect(await statusOf({ budget_per_day: 0 })).toBe(402)
      const { refusal } = await spendingOf({})
      for (let time = 0; time < 100; time++) expect(await refusal({ tokens: 1e9, cost: 1e9 })).toBeUndefined()
    })

    test.each([Infinity, Number.NaN, 1e308, -5])('holds after a call that reserved %d', async (amount) => {
      const { reserve, refusal } = await spendingOf({ budget_per_day: 10, tokens_per_minute: 1000 })
      const first = await reserve({ tokens: 600, cost: 6 })
      const absurd = await reserve({ tokens: amount, cost: amount })
      absurd.settle({ tokens: 0, cost: 0 })
      // The reservation of the first call still stands.
      const second = await reserve({ tokens: 400, cost: 0 })
      expect((await refusal())?.status).toBe(429)
      second.settle({ tokens: 0, cost: 4 })
      expect((await refusal())?.status).toBe(402)
      first.settle({ tokens: 0, cost: 6 })
      expect((await refusal())?.message).toContain('has spent $10.00 of its $10.00 per day')
    })

    test.each([Infinity, Number.NaN, -1e308])('holds after a call that took %d', async (amount) => {
      const { spend, refusal } = await spendingOf({ budget_per_day: 1, tokens_per_minute: 1000 })
      await spend({ tokens: amount, cost: amount })
      await spend({ tokens: 0, cost: 1 }).catch(() => undefined)
      expect((await refusal())?.status).toBe(402)
    })

    test('is each key’s own', async () => {
      const { spending, caller, spend, refusal } = await spendingOf({ budget_per_day: 1 })
      await spend(call)
      expect((await refusal())?.status).toBe(402)
      expect(await spending.reserve({ ...caller, name: 'phone' }, () => call)).toHaveProperty('settle')
    })
  })

  describe('tokens per minute', () => {
    test('refuses calls until tokens are free again, at the time it says', async () => {
      const { spend, refusal, pass } = await spendingOf({ tokens_per_minute: 600 })
      await spend({ tokens: 700, cost: 0 })
      const refused = await refusal()
      expect(refused?.status).toBe(429)
      expect(refused?.headers).toMatchObject({
        'retry-after': '11',
        'x-ratelimit-limit-tokens': '600',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '70.000s',
      })
      pass(9)
      expect((await refusal())?.status).toBe(429)
      pass(2)
      expect(await refusal()).toBeUndefined()
    })

    test('counts open calls', async () => {
      const { reserve, refusal } = await spendingOf({ tokens_per_minute: 150 })
      const open = [await reserve(), await reserve()]
      expect((await refusal())?.status).toBe(429)
      for (const each of open) each.settle({ tokens: 10, cost: 0 })
      expect(await refusal()).toBeUndefined()
    })

    test('are shown to the caller', async () => {
      const { spending, spend, reserve } = await spendingOf({ tokens_per_minute: 600 })
      await spend({ tokens: 40, cost: 0 })
      expect((await reserve({ tokens: 20, cost: 0 })).headers).toEqual({
        'x-ratelimit-limit-tokens': '600',
        'x-ratelimit-remaining-tokens': '540',
        'x-ratelimit-reset-tokens': '6.000s',
      })
      expect((await spending.reserve({ name: 'other' }, () => call)).headers).toEqual({})
    })
  })
})
