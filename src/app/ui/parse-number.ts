const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }

/**
 * A number as people type it: `2000`, `2,000`, `200k`, `1.05M`, `128 K`, `$2.50`, `1e6`. Undefined when it is not a
 * number. Apart from `format.ts`, which every page loads first.
 */
export function parseNumber(text: string): number | undefined {
  const typed = /^\$?\s*([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([kmb])?$/iu.exec(text.trim())
  const digits = typed?.[1] ?? ''
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(digits) ? digits.replaceAll(',', '') : digits
  const value = plain === '' ? Number.NaN : Number(plain)
  const unit = units[typed?.[2]?.toUpperCase() ?? ''] ?? 1
  // Without the digits that multiplying adds: 1.1M is 1100000.
  return Number.isFinite(value) ? Number((value * unit).toPrecision(15)) : undefined
}
