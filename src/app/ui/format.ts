import { formatDecimal } from './format-decimal.ts'

/** What stands where a value is unknown: never 0, never NaN. */
export const unknownMark = '–'

/** A count in full: `131,072`. */
export function formatCount(value: number): string {
  return formatDecimal(value, 0, 2)
}

const sizes = [
  { unit: 1e9, mark: 'B' },
  { unit: 1e6, mark: 'M' },
  { unit: 1e3, mark: 'K' },
] as const

/**
 * A size in tokens to three significant digits, always decimal: `131072` is `131K`, `1048576` is `1.05M`, `200000` is
 * `200K`.
 */
export function formatSize(value: number): string {
  // What rounds up to a whole unit is written in that unit: 999,999 is 1M.
  const size = sizes.find(({ unit }) => value >= unit * 0.9995)
  return size ? `${Number((value / size.unit).toPrecision(3))}${size.mark}` : formatDecimal(value, 0, 2)
}

/**
 * A number as people type it: `2000`, `2,000`, `200k`, `1.05M`, `128 K`, `$2.50`, `1e6`. Undefined when it is not a
 * number.
 */
export function parseNumber(text: string): number | undefined {
  const typed = /^\$?\s*([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([kmb])?$/iu.exec(text.trim())
  const digits = typed?.[1] ?? ''
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(digits) ? digits.replaceAll(',', '') : digits
  const value = plain === '' ? Number.NaN : Number(plain)
  const mark = typed?.[2]?.toUpperCase()
  const { unit = 1 } = sizes.find((size) => size.mark === mark) ?? {}
  // Without the digits that multiplying adds: 1.1M is 1100000.
  return Number.isFinite(value) ? Number((value * unit).toPrecision(15)) : undefined
}

/** US dollars with as many digits as it takes to tell small prices apart: `$0.40`, `$0.075`, `$1,250.00`. */
export function formatDollars(value: number): string {
  if (value === 0) return '$0'
  const digits = Math.min(20, Math.max(2, 2 - Math.floor(Math.log10(value))))
  return `${value < 0 ? '-' : ''}$${formatDecimal(Math.abs(value), 2, digits)}`
}

/** Seconds for reading: `0.31 s`, `12.4 s`. */
export function formatSeconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`
}
