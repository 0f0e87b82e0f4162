import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingPause } from './reading-pause.ts'

test('a short reply is read as it comes, a long one in gulps', () => {
  expect(readingPause(0)).toBe(0)
  expect(readingPause(399)).toBe(0)
  expect(readingPause(1000)).toBe(10)
  expect(readingPause(60_000)).toBe(30)
})

test('a pause never makes a time wrong by more than a hundredth', () => {
  const since = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(since, (time) => {
      expect(readingPause(time)).toBeLessThanOrEqual(time / 100)
    }),
  )
})
