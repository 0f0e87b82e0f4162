import { describe, expect, it } from 'vitest'
import { formatSize } from './format.ts'
import { parseNumber } from './spin-input.tsx'

describe('parseNumber', () => {
  it.each([
    ['2000', 2000],
    ['2,000', 2000],
    ['1,048,576', 1_048_576],
    ['200k', 200_000],
    ['1M', 1_000_000],
    ['1.1m', 1_100_000],
    ['128 K', 128_000],
    ['0.5K', 500],
    ['2B', 2_000_000_000],
    ['1e6', 1_000_000],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['$2.50', 2.5],
    [' 7 ', 7],
    ['-5', -5],
  ])('parses %j as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each(['', ' ', 'many', 'k', '1,5', '1,00', '1.2.3', '12kk', '5 tokens', '$', '.', '1e999', 'Infinity', '0x10'])(
    'rejects %j',
    (text) => {
      expect(parseNumber(text)).toBeUndefined()
    },
  )

  it('parses the output of formatSize', () => {
    for (const value of [512, 8190, 131_000, 1_050_000, 99_900_000]) expect(parseNumber(formatSize(value))).toBe(value)
  })
})
