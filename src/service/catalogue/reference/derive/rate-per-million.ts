/** How many digits a rate keeps behind the point: a millionth of a dollar per million units is below any bill. */
const digits = 6

/**
 * US dollars per 1,000,000 units, without the dust of binary fractions (1e-7 × 1e6 is 0.09999999999999999).
 * Undefined for what is no price: not a number, negative, or so small that it rounds to nothing. 0 is a price of nothing.
 */
export function ratePerMillion(value: unknown, unitsPerPrice: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined
  const rate = Number(((value * 1_000_000) / unitsPerPrice).toFixed(digits))
  return rate === 0 && value > 0 ? undefined : rate
}
