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
