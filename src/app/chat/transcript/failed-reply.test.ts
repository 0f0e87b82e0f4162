import { expect, test } from 'vitest'
import { formatDuration, secondsUntil } from './failed-reply.tsx'

test.each([
  [0, '0 s'],
  [12, '12 s'],
  [89, '89 s'],
  [90, '2 min'],
  [3_900, '1 h 5 min'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('ignores a retry time in the past', () => {
  expect(secondsUntil(Date.now() - 1_000)).toBe(0)
})
