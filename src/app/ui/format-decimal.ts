/**
 * A figure as `Intl.NumberFormat('en-US')` writes it, with at least `least` and at most `most` digits after the point:
 * `1,250.00`. It is asked only for what is rare: making the first of them costs a page more than drawing its first rows.
 */
export function formatDecimal(value: number, least: number, most: number): string {
  const [, whole = '', part = ''] = /^(\d{1,15})(?:\.(\d+))?$/u.exec(String(value)) ?? []
  if (whole === '') return intlFormat(least, most).format(value)
  // Half is rounded up, by the digits that are written and not by those of the binary fraction behind them.
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
