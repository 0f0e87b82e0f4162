import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dollarsInBrief, dollarsOfTick } from './dollars-in-brief.ts'

it.each([
  [0, '$0'],
  [0.4, '$0.40'],
  [0.075, '$0.075'],
  [0.0000999, '<$0.0001'],
  [0.000123, '$0.000123'],
  [1250, '$1,250.00'],
  [150_000, '$150,000'],
  [999_999.4, '$999,999'],
  [999_999.5, '$1M'],
  [1_500_000, '$1.5M'],
  [9e9, '$9B'],
])('says %d in brief', (value, words) => {
  expect(dollarsInBrief(value)).toBe(words)
})

it('fits its column whatever the amount, and never says that something is nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, max: 1e14, noNaN: true }), (value) => {
      expect(dollarsInBrief(value).length).toBeLessThanOrEqual(9)
      expect(dollarsInBrief(value)).toMatch(/[1-9]/u)
    }),
  )
})

it('says the amounts beside an axis as shortly as they are round', () => {
  expect([0.03, 300, 1000, 30_000, 1e6].map(dollarsOfTick)).toEqual(['$0.03', '$300.00', '$1K', '$30K', '$1M'])
})
