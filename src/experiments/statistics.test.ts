import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Interval,
  clusteredShare,
  cohensKappa,
  pairedDifference,
  quantile,
  seededRandom,
  signTest,
  wilson,
} from './statistics.ts'

describe('Wilson’s interval', () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    // scipy.stats.binomtest(k, n).proportion_ci(method='wilson') of SciPy 1.17.1.
    [37, 40, 0.8014, 0.9742],
    [250, 300, 0.787, 0.8712],
  ])('of %i in %i is as published', (successes, n, low, high) => {
    const interval = wilson(successes, n)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })
})

describe('the sign test', () => {
  // scipy.stats.binomtest(k, n, 0.5).pvalue of SciPy 1.17.1.
  it.each([
    [1, 9, 0.021484375],
    [2, 8, 0.109375],
    [5, 5, 1],
    [4, 0, 0.125],
    [0, 6, 0.03125],
    [40, 60, 0.05688793],
  ])('of %i against %i is as SciPy’s', (wins, losses, p) => {
    expect(signTest(wins, losses)).toBeCloseTo(p, 6)
  })

  it('of thousands is as SciPy’s', () => {
    expect(signTest(2_100, 1_900)).toBeCloseTo(0.0016493, 4)
  })
})

describe('Cohen’s kappa', () => {
  const pairsOf = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([pair, count]) =>
      Array.from({ length: count }, () => [pair[0] ?? '', pair[1] ?? ''] as const),
    )

  it('is as in Cohen’s own example', () => {
    // Cohen 1960, "A coefficient of agreement for nominal scales", table 1, with 100 pairs: κ = −0.092.
    const pairs = pairsOf({ AA: 25, AB: 13, AC: 12, BA: 12, BB: 2, BC: 16, CA: 3, CB: 15, CC: 2 })
    expect(cohensKappa(pairs).kappa).toBeCloseTo(-0.0923, 4)
    expect(cohensKappa(pairs).n).toBe(100)
  })

  it('is 0.4 for two readers of 50 grant proposals', () => {
    // The worked example of many textbooks: 20 both yes, 15 both no, 5 and 10 apart.
    expect(cohensKappa(pairsOf({ yy: 20, yn: 5, ny: 10, nn: 15 })).kappa).toBeCloseTo(0.4, 4)
  })

  it('says nothing where there is nothing to agree on', () => {
    expect(cohensKappa([])).toEqual({ kappa: undefined, n: 0 })
    expect(cohensKappa(pairsOf({ yy: 3 }))).toEqual({ kappa: undefined, n: 3 })
  })
})

describe('the clustered interval', () => {
  it('is that of cases, where all repeats of a case agree', () => {
    // Repeats that say nothing new leave 39 effective cases, and SciPy's t.ppf(0.975, 39) makes them 36.6186.
    const cases = Array.from({ length: 40 }, (_, at) => Array.from({ length: 5 }, () => at % 2 === 0))
    const { value, low, high } = clusteredShare(cases)
    expect(value).toBe(0.5)
    expect([low, high]).toEqual([expect.closeTo(0.3459, 4), expect.closeTo(0.6541, 4)])
  })

  it('is about that of single draws, where repeats are independent', () => {
    const random = seededRandom(1)
    const cases = Array.from({ length: 2_000 }, () => Array.from({ length: 5 }, () => random() < 0.5))
    const { low, high } = clusteredShare(cases)
    expect((high - low) / 2).toBeCloseTo(1.96 * Math.sqrt(0.25 / 10_000), 3)
  })

  it('is as calculated by hand', () => {
    // Four cases of two repeats: 11, 10, 00, 11. Share 5/8; 4/3 · (0.75² + 0.25² + 1.25² + 0.75²) ÷ 64 = 0.0572917 is the variance,
    // 0.234375 ÷ 0.0572917 = 4.0909 the size, and with SciPy's t.ppf(0.975, 3) = 3.18245 it is 1.55166. Wilson's interval over it:
    const { value, low, high } = clusteredShare([
      [true, true],
      [true, false],
      [false, false],
      [true, true],
    ])
    expect(value).toBe(0.625)
    expect(low).toBeCloseTo(0.1178, 3)
    expect(high).toBeCloseTo(0.9541, 3)
  })

  it('still is an interval where every repeat passed', () => {
    expect(clusteredShare(Array.from({ length: 20 }, () => [true, true]))).toEqual(wilson(20, 20))
  })
})

describe('the paired difference', () => {
  const mixed = (better: number, worse: number, same: number) => [
    ...Array.from({ length: better }, () => 1),
    ...Array.from({ length: worse }, () => -1),
    ...Array.from({ length: same }, () => 0),
  ]

  it.each([
    [mixed(20, 2, 40), 'better'],
    [mixed(2, 20, 40), 'worse'],
    [mixed(6, 4, 40), 'open'],
    // Four cases that all differ in one direction may well be chance: the exact test gives p = 0.125.
    [mixed(4, 0, 46), 'open'],
    [mixed(0, 0, 500), 'open'],
    [mixed(1, 0, 0), 'open'],
  ])('names a winner only where zero is excluded (case %#)', (differences, verdict) => {
    const difference = pairedDifference(differences)
    expect(difference.verdict).toBe(verdict)
    expect(difference.low <= 0 && difference.high >= 0).toBe(verdict === 'open')
  })

  it('says about how many more cases would separate the variants', () => {
    const { more = 0 } = pairedDifference(mixed(9, 4, 27))
    expect(more).toBeGreaterThan(10)
    const scaled = (scale: number) => mixed(Math.round(9 * scale), Math.round(4 * scale), Math.round(27 * scale))
    expect(pairedDifference(scaled((40 + more * 0.7) / 40)).verdict).toBe('open')
    expect(pairedDifference(scaled((40 + more * 1.3) / 40)).verdict).toBe('better')
    expect(pairedDifference(mixed(5, 5, 5)).more).toBeUndefined()
  })

  it('is the same each time, and mirrored when the variants change places', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { minLength: 2, maxLength: 40 }), (differences) => {
        const [one, again] = [pairedDifference(differences), pairedDifference(differences)]
        const other = pairedDifference(differences.map((each) => -each))
        expect(again).toEqual(one)
        expect(other.value).toBeCloseTo(-one.value, 10)
        expect(one.low).toBeLessThanOrEqual(one.value)
        expect(one.high).toBeGreaterThanOrEqual(one.value)
      }),
      { numRuns: 40 },
    )
  })

  it('has much the same interval by both methods where they meet', () => {
    const [small, large] = [pairedDifference(mixed(60, 20, 320)), pairedDifference(mixed(61, 20, 320))]
    expect(large.low).toBeCloseTo(small.low, 1)
    expect(large.high).toBeCloseTo(small.high, 1)
  })
})

describe('95 % intervals hold the truth in 93 to 97 % of 2,000 simulated experiments', () => {
  const experiments = 2_000
  /** The share of experiments whose interval holds the truth. */
  function coverage(truth: number, experiment: () => Interval): number {
    let held = 0
    for (let count = 0; count < experiments; count += 1) {
      const { low, high } = experiment()
      if (low <= truth && truth <= high) held += 1
    }
    return held / experiments
  }
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

  it.each([
    [80, 0.8],
    [200, 0.5],
    [60, 0.7],
  ])('the pass rate of %i cases, %f of which pass', (n, share) => {
    const random = seededRandom(n)
    const held = coverage(share, () => wilson(times(n, random).filter((each) => each < share).length, n))
    expect(held).toBeGreaterThanOrEqual(0.93)
    expect(held).toBeLessThanOrEqual(0.97)
  })

  it.each([80, 20])('the pass rate of %i cases that differ in difficulty, with five repeats', (cases) => {
    const random = seededRandom(7)
    // Difficulties are uniform between 0.4 and 1: 0.7 pass.
    const held = coverage(0.7, () =>
      clusteredShare(
        times(cases, () => {
          const ease = 0.4 + 0.6 * random()
          return times(5, () => random() < ease)
        }),
      ),
    )
    expect(held).toBeGreaterThanOrEqual(0.93)
    expect(held).toBeLessThanOrEqual(0.97)
  })

  it('the pass rate of ten cases at least, as few cases are taken with care', () => {
    const random = seededRandom(8)
    const tenCases = () =>
      times(10, () => {
        const ease = 0.4 + 0.6 * random()
        return times(5, () => random() < ease)
      })
    expect(coverage(0.7, () => clusteredShare(tenCases()))).toBeGreaterThanOrEqual(0.93)
  })

  it.each([1, 3])('the difference of two variants over the same cases, with %i repeats', (repeats) => {
    const random = seededRandom(repeats)
    // One passes 0.8 of the time on average, the other 0.65, on the same easy and hard cases.
    const held = coverage(-0.15, () =>
      pairedDifference(
        times(100, () => {
          const ease = 0.6 + 0.4 * random()
          const share = (of: number) => times(repeats, () => random() < of).filter(Boolean).length / repeats
          return share(ease - 0.15) - share(ease)
        }),
      ),
    )
    expect(held).toBeGreaterThanOrEqual(0.93)
    expect(held).toBeLessThanOrEqual(0.97)
  })

  it('names a winner among equals in at most 5 %', () => {
    const random = seededRandom(3)
    const held = coverage(0, () => pairedDifference(times(60, () => Number(random() < 0.7) - Number(random() < 0.7))))
    expect(held).toBeGreaterThanOrEqual(0.95)
  })
})

it('takes quantiles that were measured', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2)
  expect(quantile([1, 2, 3, 4], 0.95)).toBe(4)
  expect(quantile([7], 0.5)).toBe(7)
})
