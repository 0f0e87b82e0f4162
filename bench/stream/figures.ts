/** The median; NaN for no figures. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5)
}

/** The quantile for a share in [0, 1]; NaN for no figures. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
