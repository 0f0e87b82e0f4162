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
    /** The seconds that a refusal names; undefined when the request may go on. */
    waitFor(caller = 'one'): number | undefined {
      try {
        limit.count(caller)
        return undefined
      } catch (reason) {
        if (!(reason instanceof ServiceError) || reason.status !== 429) throw reason
        return Number(reason.headers['retry-after'])
      }
    },
  }
}

describe('a rate limit', () => {
  test('lets a whole minute’s requests through at once, then one at a time', () => {
    const { waitFor, pass } = limitOf(3)
    expect([waitFor(), waitFor(), waitFor()]).toEqual([undefined, undefined, undefined])
    expect(waitFor()).toBe(20)
    pass(19_000)
    expect(waitFor()).toBe(1)
    pass(1000)
    expect(waitFor()).toBeUndefined()
    expect(waitFor()).toBe(20)
  })

  test('is each caller’s own', () => {
    const { waitFor } = limitOf(1)
    expect([waitFor('one'), waitFor('two')]).toEqual([undefined, undefined])
    expect([waitFor('one'), waitFor('two')]).toEqual([60, 60])
  })

  test('of 0 is none', () => {
    const { waitFor } = limitOf(0)
    for (let time = 0; time < 1000; time++) expect(waitFor()).toBeUndefined()
  })

  test('forgets callers who are quiet, and nobody who is not', () => {
    const { waitFor, pass } = limitOf(1)
    for (let caller = 0; caller < 1500; caller++) waitFor(`caller ${caller}`)
    pass(30_000)
    expect(waitFor('caller 1')).toBe(30)
    pass(30_000)
    expect(waitFor('caller 1')).toBeUndefined()
  })

  test('never lets more through than twice its number in a minute, and keeps the promise of retry-after', () => {
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
