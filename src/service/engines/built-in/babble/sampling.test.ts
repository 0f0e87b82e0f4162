import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '#service/engines/built-in/seeded-random.ts'
import { sample } from './sampling.ts'

/** The share of each place in many draws. */
function shares(weights: readonly number[], temperature: number, topP = 1): number[] {
  const draws = 20_000
  const counts = weights.map(() => 0)
  const random = createSeededRandom('shares')
  for (let draw = 0; draw < draws; draw++) {
    const place = sample(Float64Array.from(weights), { temperature, topP, random })
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts.map((count) => Math.round((count / draws) * 50) / 50)
}

describe('sample', () => {
  it('keeps the proportions at temperature 1', () => {
    expect(shares([0.5, 0.3, 0, 0.2], 1)).toEqual([0.5, 0.3, 0, 0.2])
    expect(shares([5, 3, 0, 2], 1)).toEqual([0.5, 0.3, 0, 0.2])
  })

  it('always takes the most likely at temperature 0, the first of equals', () => {
    expect(shares([0.2, 0.4, 0.4], 0)).toEqual([0, 1, 0])
  })

  it('sharpens below 1 and flattens above', () => {
    expect(shares([0.8, 0.2], 0.5)).toEqual([0.94, 0.06])
    expect(shares([0.8, 0.2], 2)).toEqual([0.66, 0.34])
  })

  it('survives a temperature that makes every power vanish', () => {
    expect(shares([1e-9, 2e-9], 0.001)).toEqual([0, 1])
  })

  it('leaves out the tail that top_p cuts off', () => {
    expect(shares([0.1, 0.45, 0.15, 0.3], 1, 0.65)).toEqual([0, 0.6, 0, 0.4])
    expect(shares([0.1, 0.6, 0.3], 1, 0)).toEqual([0, 1, 0])
  })
})
