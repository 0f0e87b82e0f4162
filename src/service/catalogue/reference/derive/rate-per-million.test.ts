import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratePerMillion } from './rate-per-million.ts'

test.each([
  [1e-7, 1, 0.1],
  [0.1 + 0.2, 1_000_000, 0.3],
  [0.41999999999999998, 1_000_000, 0.42],
  [0.8299999999999998, 1_000_000, 0.83],
  [0.0002833333333333333, 1, 283.333333],
  [2.8e-9, 1, 0.0028],
  [0.167, 1, 167_000],
  [0, 1, 0],
])('%s US$ by %s is %s by the million', (price, units, rate) => {
  expect(ratePerMillion(price, units)).toBe(rate)
})

test.each([-1, Number.NaN, Infinity, '1', null, undefined, 1e-20])('%s is no price', (price) => {
  expect(ratePerMillion(price, 1)).toBeUndefined()
})

test('any price is near what it was, and written with at most six digits behind the point', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 10, noNaN: true }), (price) => {
      const rate = ratePerMillion(price, 1) ?? Number.NaN
      expect(Math.abs(rate - price * 1_000_000)).toBeLessThanOrEqual(1e-6)
      expect(rate).toBe(Number(rate.toFixed(6)))
    }),
  )
})
