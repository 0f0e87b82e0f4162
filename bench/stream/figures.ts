/** The middle one of some figures; NaN when there are none. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5)
}

/** The figure below which such a share of them lies; NaN when there are none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
