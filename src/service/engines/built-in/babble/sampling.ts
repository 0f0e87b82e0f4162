import type { Random } from '#service/engines/built-in/seeded-random.ts'

/** How one is chosen among many. */
export interface Sampling {
  /** 0 takes the most likely, 1 keeps the proportions, more flattens them. */
  temperature: number
  /** Only the most likely, which together have this much of the probability, are chosen among: 0 to 1. */
  topP: number
  random: Random
}

/** Chooses a place by the weights, which need not add up to 1; those of 0 are never chosen. */
export function sample(weights: Float64Array, { temperature, topP, random }: Sampling): number {
  const best = weights.reduce((leader, weight, place) => (weight > (weights[leader] ?? 0) ? place : leader), 0)
  if (temperature === 0 || topP === 0) return best
  // Divided by the largest first: at low temperatures the powers of all would otherwise vanish.
  const largest = weights[best] ?? 1
  const heated = weights.map((weight) => (weight / largest) ** (1 / temperature))
  const total = heated.reduce((sum, weight) => sum + weight, 0)
  const places = topP < 1 ? nucleusOf(heated, topP * total) : [...heated.keys()]
  let left = random() * places.reduce((sum, place) => sum + (heated[place] ?? 0), 0)
  for (const place of places) {
    left -= heated[place] ?? 0
    if (left < 0) return place
  }
  return best
}

/** The fewest places whose weights together reach `mass`, the heaviest first (Holtzman et al., 2020). */
function nucleusOf(weights: Float64Array, mass: number): number[] {
  const places = [...weights.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
  let reached = 0
  const end = places.findIndex((place) => (reached += weights[place] ?? 0) >= mass)
  return end < 0 ? places : places.slice(0, end + 1)
}
