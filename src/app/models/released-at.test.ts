import { expect, it } from 'vitest'
import { isoDay } from './date-words.ts'
import { releasedAt } from './released-at.ts'

it('is a day that a calendar has, or none', () => {
  expect(releasedAt({ created: 1_760_000_000 })).toBe(1_760_000_000_000)
  for (const created of [0, -1, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(releasedAt({ created })).toBeUndefined()
  }
  // Some tell milliseconds where seconds are meant: that day is far, but it is one.
  expect(isoDay(releasedAt({ created: 1_760_000_000_000 }) ?? 0)).toBe('+057742-03-07')
  expect(isoDay(releasedAt({ created: 1_760_000_000 }) ?? 0)).toBe('2025-10-09')
})
