import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '#service/service-error.ts'
import { createRateLimit } from './keys-and-limits.ts'

function limitOf(perMinute: number) {
  let now = 1_000_000
  const limit = createRateLimit({ now: () => now, sleep: async () => {} }, perMinute)
  return {
    pass: (ms: number) => {
      now += ms
    },
    /** The seconds to wait; undefined if the request is allowed. */
    waitFor(caller = 'one'): number | undefined {
      try {
        limit.count({ name: caller })
        return undefined
      } catch (reason) {
        if (!(reason instanceof ServiceError) || reason.status !== 429) throw reason
        return Number(reason.headers['retry-after'])
      }
    },
  }
}

describe('a rate limit', () => {
  test('allows a burst of one minute’s requests, then one at a time', () => {
    const { waitFor, pass } = limitOf(3)
    expect([waitFor(), waitFor(), waitFor()]).toEqual([undefined, undefined, undefined])
    expect(waitFor()).toBe(20)
    pass(19_000)
    expect(waitFor()).toBe(1)
    pass(1000)
    expect(waitFor()).toBeUndefined()
    expect(waitFor()).toBe(20)
  })

  test('is separate for each caller', () => {
    const { waitFor } = limitOf(1)
    expect([waitFor('one'), waitFor('two')]).toEqual([undefined, undefined])
    expect([waitFor('one'), waitFor('two')]).toEqual([60, 60])
  })

  test('of 0 is unlimited', () => {
    const { waitFor } = limitOf(0)
    for (let time = 0; time < 1000; time++) expect(waitFor()).toBeUndefined()
  })

  test('forgets only inactive callers', () => {
    const { waitFor, pass } = limitOf(1)
    for (let caller = 0; caller < 1500; caller++) waitFor(`caller ${caller}`)
    pass(30_000)
    expect(waitFor('caller 1')).toBe(30)
    pass(30_000)
    expect(waitFor('caller 1')).toBeUndefined()
  })

  test('allows at most twice its number per minute, and accepts a retry after retry-after', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(10_000), { maxLength: 300 }),
        (perMinute, pauses) => {
          const { waitFor, pass } = limitOf(perMinute)
          let elapsed = 0
          const passed: number[] = []
          for (const ms of pauses) {
            pass(ms)
            elapsed += ms
            if (waitFor() === undefined) passed.push(elapsed)
          }
          for (const at of passed) {
            expect(passed.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(
              2 * perMinute,
            )
          }
          const wait = waitFor()
          if (wait === undefined) return
          pass(wait * 1000)
          expect(waitFor()).toBeUndefined()
        },
      ),
    )
  })
})
