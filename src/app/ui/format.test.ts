import { describe, expect, it } from 'vitest'
import { formatCount, formatDollars, formatSeconds, formatSize } from './format.ts'

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
  ])('says %d as %s', (value, words) => {
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
  ])('writes %d as %s', (value, words) => {
    expect(formatDollars(value)).toBe(words)
  })
})

it('groups the digits of a count', () => {
  expect(formatCount(131_072)).toBe('131,072')
})

it('gives seconds fewer digits as they grow', () => {
  expect([0.314, 9.99, 12.44].map(formatSeconds)).toEqual(['0.31 s', '9.99 s', '12.4 s'])
})
