import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from './format-decimal.ts'

describe('formatDecimal', () => {
  it.each([
    [0, 0, 2, '0'],
    [1234.5, 0, 2, '1,234.5'],
    [1250, 2, 2, '1,250.00'],
    [999.995, 2, 2, '1,000.00'],
    [1.005, 2, 2, '1.01'],
    [0.075, 2, 4, '0.075'],
    [-3, 0, 2, '-3'],
    [1e-7, 2, 9, '0.0000001'],
    [1e21, 0, 2, '1,000,000,000,000,000,000,000'],
  ])('writes %d with %d to %d digits as %s', (value, least, most, text) => {
    expect(formatDecimal(value, least, most)).toBe(text)
  })

  it('writes whatever figure as Intl does', () => {
    const values = fc.oneof(
      fc.double(),
      fc.double({ min: 0, max: 1e7 }),
      fc.integer(),
      fc.integer({ min: 0, max: 1e9 }).map((whole) => whole / 1000),
    )
    const digits = fc.tuple(fc.nat(4), fc.nat(16)).map(([least, more]) => [least, least + more] as const)
    fc.assert(
      fc.property(values, digits, (value, [least, most]) => {
        const options = { minimumFractionDigits: least, maximumFractionDigits: most }
        // Nothing is written without a sign.
        expect(formatDecimal(value + 0, least, most)).toBe(new Intl.NumberFormat('en-US', options).format(value + 0))
      }),
      { numRuns: 2000 },
    )
  })
})
