/** The value told most often; of equals the one that comes first in `order`. Undefined when nobody tells. */
export function mostTold<T>(values: readonly (T | undefined)[], order: (one: T, other: T) => number): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([one, a], [other, b]) => b - a || order(one, other))[0]?.[0]
}

/**
 * The size told most often, where 128,000 and 131,072 are the same size; of equals the larger, since resellers cut
 * windows short and never lengthen them. Undefined when nobody tells.
 */
export function sizeToldMost(values: readonly (number | undefined)[]): number | undefined {
  const told = values.filter((value) => value !== undefined)
  const near = (size: number) => told.filter((other) => Math.abs(other - size) <= size * 0.05)
  const [size] = told.toSorted((one, other) => near(other).length - near(one).length || other - one)
  return size === undefined ? undefined : mostTold(near(size), (one, other) => other - one)
}

/** Yes, if more say yes than no. Undefined when nobody tells. */
export function majority(values: readonly (boolean | undefined)[]): boolean | undefined {
  const told = values.filter((value) => value !== undefined)
  return told.length === 0 ? undefined : told.filter(Boolean).length * 2 > told.length
}
