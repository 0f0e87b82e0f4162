/**
 * Formats like `Intl.NumberFormat('en-US')` with `least` to `most` fraction digits: `1,250.00`. Intl is only used for
 * rare values: creating the first formatter takes longer than rendering the first rows of a page.
 */
export function formatDecimal(value: number, least: number, most: number): string {
  const [, whole = '', part = ''] = /^(\d{1,15})(?:\.(\d+))?$/u.exec(String(value)) ?? []
  if (whole === '') return intlFormat(least, most).format(value)
  // Rounds half up by the written digits rather than by the binary fraction behind them.
  const up = (part[most] ?? '0') >= '5' ? 1n : 0n
  const digits = String(BigInt(whole + part.slice(0, most).padEnd(most, '0')) + up).padStart(most + 1, '0')
  const point = digits.length - most
  const after = digits.slice(point, point + least) + digits.slice(point + least).replace(/0+$/u, '')
  const before = digits.slice(0, point).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',')
  return after === '' ? before : `${before}.${after}`
}

function intlFormat(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits, maximumFractionDigits })
}

/** Shown for unknown values, instead of 0 or NaN. */
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

/** A count with its noun: `1 case`, `1,200 cases`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`
}

/**
 * A size in tokens to three significant digits, always decimal: `131072` is `131K`, `1048576` is `1.05M`, `200000` is
 * `200K`.
 */
export function formatSize(value: number): string {
  // A value that rounds up to a whole unit uses that unit: 999,999 is 1M.
  const size = sizes.find(({ unit }) => value >= unit * 0.9995)
  return size ? `${Number((value / size.unit).toPrecision(3))}${size.mark}` : formatDecimal(value, 0, 2)
}

/** US dollars with enough digits to tell small prices apart: `$0.40`, `$0.075`, `$1,250.00`. */
export function formatDollars(value: number): string {
  if (value === 0) return '$0'
  const digits = Math.min(20, Math.max(2, 2 - Math.floor(Math.log10(value))))
  return `${value < 0 ? '-' : ''}$${formatDecimal(Math.abs(value), 2, digits)}`
}

/** A share from 0 to 1 as a percentage: `83.3 %`. */
export function formatShare(value: number): string {
  return `${(value * 100).toFixed(1)} %`
}

/** Seconds: `0.31 s`, `12.4 s`. */
export function formatSeconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`
}
