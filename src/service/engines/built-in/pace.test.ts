import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueTime } from './pace.ts'

const rates = fc.double({ min: 0.01, max: 100_000, noNaN: true })

describe('dueTime', () => {
  it('begins at once and never goes back', () => {
    fc.assert(
      fc.property(rates, fc.nat(200_000), (rate, position) => {
        expect(dueTime(0, rate)).toBe(0)
        expect(dueTime(position + 1, rate)).toBeGreaterThan(dueTime(position, rate))
      }),
    )
  })

  it('varies within an interval and never adds up to more', () => {
    fc.assert(
      fc.property(rates, fc.nat(200_000), (rate, position) => {
        const late = (dueTime(position, rate) * rate) / 1000 - position
        expect(late).toBeGreaterThan(-1e-6)
        expect(late).toBeLessThan(1)
      }),
    )
    const gaps = Array.from({ length: 20 }, (_, at) => Math.round(dueTime(at + 1, 45) - dueTime(at, 45)))
    expect(new Set(gaps).size).toBeGreaterThan(1)
  })

  it('makes everything due at once at 0', () => {
    expect(dueTime(5000, 0)).toBe(0)
  })
})
