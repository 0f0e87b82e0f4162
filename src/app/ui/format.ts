import { formatDecimal } from './format-decimal.ts'

/** What stands where a value is unknown: never 0, never NaN. */
export const unknownMark = '–'

/** A count in full: `131,072`. */
export function formatCount(value: number): string {
  return formatDecimal(value, 0, 2)
}

/**
 * A size in tokens as people say it: `131072` is `128K`, `1048576` is `1M`, `200000` is `200K`, `1047576` is `1.05M`.
 * Round thousands are meant as thousands; what is round in units of 1,024 only is meant in those.
 */
export function formatSize(value: number): string {
  const unit = value % 1000 !== 0 && value % 1024 === 0 ? 1024 : 1000
  if (value < unit) return formatDecimal(value, 0, 2)
  const thousands = value / unit
  return thousands < unit * 0.9995 ? `${round3(thousands)}K` : `${round3(thousands / unit)}M`
}

function round3(value: number): number {
  return Number(value.toPrecision(3))
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
