import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCount, formatDecimal, formatDollars, formatSeconds, formatSize } from './format.ts'

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
  ])('formats %d with %d to %d digits as %s', (value, least, most, text) => {
    expect(formatDecimal(value, least, most)).toBe(text)
  })

  it('formats any number like Intl', () => {
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
        // Adding 0 turns -0 into 0.
        expect(formatDecimal(value + 0, least, most)).toBe(new Intl.NumberFormat('en-US', options).format(value + 0))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('format', () => {
  describe('formatSize', () => {
    it.each([
      [512, '512'],
      [999, '999'],
      [1000, '1K'],
      [4096, '4.1K'],
      [8192, '8.19K'],
      [131_072, '131K'],
      [128_000, '128K'],
      [200_000, '200K'],
      [256_000, '256K'],
      [262_144, '262K'],
      [999_499, '999K'],
      [999_500, '1M'],
      [1_000_000, '1M'],
      [1_048_576, '1.05M'],
      [1_047_576, '1.05M'],
      [2_097_152, '2.1M'],
      [99_999_999, '100M'],
      [1_500_000_000, '1.5B'],
    ])('formats %d as %s', (value, words) => {
      expect(formatSize(value)).toBe(words)
    })
  })

  describe('formatDollars', () => {
    it.each([
      [0, '$0'],
      [0.4, '$0.40'],
      [15, '$15.00'],
      [0.075, '$0.075'],
      [0.0375, '$0.0375'],
      [0.00003, '$0.00003'],
      [0.000000625, '$0.000000625'],
      [1250, '$1,250.00'],
      [0.1 + 0.2, '$0.30'],
    ])('formats %d as %s', (value, words) => {
      expect(formatDollars(value)).toBe(words)
    })
  })

  it('groups the digits of a count', () => {
    expect(formatCount(131_072)).toBe('131,072')
  })

  it('formats longer durations with fewer digits', () => {
    expect([0.314, 9.99, 12.44].map(formatSeconds)).toEqual(['0.31 s', '9.99 s', '12.4 s'])
  })
})
