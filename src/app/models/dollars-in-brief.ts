import { formatDecimal } from '#app/ui/format-decimal.ts'
import { formatDollars } from '#app/ui/format.ts'

/** Below this an amount says no more than that it is not nothing. */
const least = 0.0001
const compact = { style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 } as const

/** Made when first needed: few amounts are so large. */
let short: Intl.NumberFormat | undefined

/**
 * US dollars for a narrow column, at most nine characters: `$0.40`, `$1,250.00`, `$150,000`, `$1.5M`. Where it leaves
 * something out, the exact amount must be at hand.
 */
export function dollarsInBrief(value: number): string {
  if (value === 0) return '$0'
  if (value < least) return `<${formatDollars(least)}`
  if (value < 10_000) return formatDollars(value)
  return value < 999_999.5 ? `$${formatDecimal(value, 0, 0)}` : inShort(value)
}

/** A round amount beside an axis: `$0.03`, `$300.00`, `$10K`. */
export function dollarsOfTick(value: number): string {
  return value < 1000 ? formatDollars(value) : inShort(value)
}

function inShort(value: number): string {
  return (short ??= new Intl.NumberFormat('en-US', compact)).format(value)
}
