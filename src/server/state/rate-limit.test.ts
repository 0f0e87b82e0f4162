import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '#service/service-error.ts'
import { type LimitsUnderTest, kindsOfLimits } from '#testing/kinds-of-limits.ts'

describe.each(kindsOfLimits)('a rate limit over %s', (kind, startLimits) => {
  let limits: LimitsUnderTest
  beforeAll(async () => {
    limits = await startLimits()
  })
  afterAll(() => limits.close())

  async function limitOf(perMinute: number) {
    let now = 1_000_000
    const clock = { now: () => now, sleep: async () => {} }
    const { rateLimit } = await limits.open({ clock, requestsPerMinute: perMinute })
    return {
      pass: (ms: number) => {
        now += ms
      },
      headersOf: (name = 'one') => rateLimit.headersOf({ name }),
      /** The seconds to wait; undefined if the request is allowed. */
      async waitFor(caller = 'one'): Promise<number | undefined> {
        try {
          await rateLimit.count({ name: caller })
          return undefined
        } catch (reason) {
          if (!(reason instanceof ServiceError) || reason.status !== 429) throw reason
          return Number(reason.headers['retry-after'])
        }
      },
    }
  }

  test('allows a burst of one minute’s requests, then one at a time', async () => {
    const { waitFor, pass } = await limitOf(3)
    expect([await waitFor(), await waitFor(), await waitFor()]).toEqual([undefined, undefined, undefined])
    expect(await waitFor()).toBe(20)
    pass(19_000)
    expect(await waitFor()).toBe(1)
    pass(1000)
    expect(await waitFor()).toBeUndefined()
    expect(await waitFor()).toBe(20)
  })

  test('is shown to the caller', async () => {
    const { waitFor, headersOf } = await limitOf(3)
    await waitFor()
    expect(headersOf()).toEqual({
      'x-ratelimit-limit-requests': '3',
      'x-ratelimit-remaining-requests': '2',
      'x-ratelimit-reset-requests': '20.000s',
    })
  })

  test('is separate for each caller', async () => {
    const { waitFor } = await limitOf(1)
    expect([await waitFor('one'), await waitFor('two')]).toEqual([undefined, undefined])
    expect([await waitFor('one'), await waitFor('two')]).toEqual([60, 60])
  })

  test('of 0 is unlimited', async () => {
    const { waitFor } = await limitOf(0)
    for (let time = 0; time < 1000; time++) expect(await waitFor()).toBeUndefined()
  })

  test('forgets only inactive callers', async () => {
    const { waitFor, pass } = await limitOf(1)
    for (let caller = 0; caller < 1500; caller++) await waitFor(`caller ${caller}`)
    pass(30_000)
    expect(await waitFor('caller 1')).toBe(30)
    pass(30_000)
    expect(await waitFor('caller 1')).toBeUndefined()
  })

  test('allows at most twice its number per minute, and accepts a retry after retry-after', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(10_000), { maxLength: 300 }),
        async (perMinute, pauses) => {
          const { waitFor, pass } = await limitOf(perMinute)
          let elapsed = 0
          const passed: number[] = []
          for (const ms of pauses) {
            pass(ms)
            elapsed += ms
            if ((await waitFor()) === undefined) passed.push(elapsed)
          }
          for (const at of passed) {
            expect(passed.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(
              2 * perMinute,
            )
          }
          const wait = await waitFor()
          if (wait === undefined) return
          pass(wait * 1000)
          expect(await waitFor()).toBeUndefined()
        },
      ),
      // Each count is a round trip.
      { numRuns: kind === 'memory' ? 100 : 20 },
    )
  })
})
