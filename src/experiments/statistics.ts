// The formulas and where they come from are in docs/experiments.md, "Statistics".

/** An estimate with its 95 % interval. */
export interface Interval {
  value: number
  low: number
  high: number
}

/** The 97.5 % quantile of the standard normal distribution. */
const z = 1.959963984540054

/** The share of successes with its Wilson score interval (Wilson 1927). `n` must be above 0, and may be an effective size. */
export function wilson(successes: number, n: number): Interval {
  const share = successes / n
  const scale = 1 + z ** 2 / n
  const centre = (share + z ** 2 / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  return { value: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/**
 * The share of passing repeats, with Wilson's interval over the effective number of repeats (Korn and Graubard 1998; the variance is
 * clustered by case, Miller 2024, arXiv 2411.00640, equation 4, with k ÷ (k − 1) for k cases). `cases` holds the outcomes of the
 * repeats of each case, none of them empty. Where all cases agree, that variance is 0 and says nothing: then, and with one repeat,
 * Wilson's interval over the cases.
 */
export function clusteredShare(cases: readonly (readonly boolean[])[]): Interval {
  const all = cases.flat()
  const share = all.filter(Boolean).length / all.length
  const shares = cases.map((repeats) => repeats.filter(Boolean).length / repeats.length)
  const isPlain = all.length === cases.length || shares.every((each) => each === shares[0])
  if (isPlain) return { ...wilson(share * cases.length, cases.length), value: share }
  const squares = cases.reduce((sum, { length }, at) => sum + (length * ((shares[at] ?? 0) - share)) ** 2, 0)
  const variance = ((cases.length / (cases.length - 1)) * squares) / all.length ** 2
  const size = Math.min(all.length, (share * (1 - share)) / variance)
  const effective = size * (z / studentQuantile(cases.length - 1)) ** 2
  return { ...wilson(share * effective, effective), value: share }
}

/** The 97.5 % quantile of Student's t distribution, to 3 digits (Abramowitz and Stegun 26.7.5; exact for 1 and 2). */
function studentQuantile(degrees: number): number {
  if (degrees === 1) return 12.7062
  if (degrees === 2) return 4.3027
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1_482 * z ** 5 - 1_920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduce((sum, term, at) => sum + term / degrees ** (at + 1), z)
}

/** The difference of two variants, paired by case. Shares from −1 to 1. */
export interface PairedDifference extends Interval {
  /** Cases that both finished. */
  n: number
  /** `open`: the interval contains zero. */
  verdict: 'better' | 'worse' | 'open'
  /** About how many more cases would separate them, if the difference stays as it is; undefined if it is 0 or they are separate. */
  more?: number
}

/** Beyond this the bootstrap and the normal approximation agree, and only the latter is quick. */
const mostBootstrapped = 400
const resamples = 2_000

/**
 * The mean of differences, one for each case, with a percentile bootstrap interval (Efron 1979; 2,000 resamples with a fixed
 * seed, above 400 cases the normal approximation). An interval that excludes zero although the exact sign test over the cases that
 * differ (McNemar's for one repeat) gives p ≥ 0.05 is widened to zero: with few such cases the bootstrap is too sure. `differences`
 * must not be empty.
 */
export function pairedDifference(differences: readonly number[]): PairedDifference {
  const n = differences.length
  const value = meanOf(differences)
  const bounds = intervalOfMean(differences)
  let { low, high } = bounds
  const better = differences.filter((each) => each > 0).length
  const worse = differences.filter((each) => each < 0).length
  if (signTest(better, worse) >= 0.05) [low, high] = [Math.min(low, 0), Math.max(high, 0)]
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'open'
  const interval = { value, low: Math.max(-1, low), high: Math.min(1, high), n, verdict } as const
  if (verdict !== 'open' || value === 0) return interval
  const bound = value > 0 ? bounds.low : bounds.high
  const byInterval = ((value - bound) / value) ** 2
  return { ...interval, more: Math.max(1, Math.ceil(n * Math.max(byInterval, scaleOfSignTest(better, worse))) - n) }
}

/** By how much counts must grow at the same proportion until the sign test gives p < 0.05. */
function scaleOfSignTest(wins: number, losses: number): number {
  let scale = 1
  while (scale < 1_000 && signTest(Math.round(wins * scale), Math.round(losses * scale)) >= 0.05) scale *= 1.05
  return scale
}

let kept: { n: number; places: Uint16Array } | undefined

/** Which of `n` values each resample draws. The seed is fixed, so the variants of an experiment share them. */
function resamplesOf(n: number): Uint16Array {
  if (kept?.n !== n) {
    const random = seededRandom(20_241_101)
    kept = { n, places: Uint16Array.from({ length: resamples * n }, () => Math.floor(random() * n)) }
  }
  return kept.places
}

function intervalOfMean(values: readonly number[]): { low: number; high: number } {
  const n = values.length
  const [first = 0] = values
  if (values.every((each) => each === first)) {
    // No spread was seen. At most this share of further cases may differ (Wilson, for 0 of n).
    const unseen = wilson(0, n).high
    return { low: first - unseen, high: first + unseen }
  }
  if (n > mostBootstrapped) {
    const mean = meanOf(values)
    const half = z * Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1) / n)
    return { low: mean - half, high: mean + half }
  }
  const places = resamplesOf(n)
  const means = new Float64Array(resamples)
  for (let sample = 0; sample < resamples; sample += 1) {
    let sum = 0
    for (let draw = sample * n; draw < (sample + 1) * n; draw += 1) sum += values[places[draw] ?? 0] ?? 0
    means[sample] = sum / n
  }
  means.sort()
  // A sample of n spreads less than what it comes from, by √((n − 1) ÷ n) (Hesterberg 2015, "narrowness bias").
  const scale = Math.sqrt(n / (n - 1))
  const centre = meanOf(values)
  const [low, high] = [0.025, 0.975].map((share) => centre + scale * (quantile(means, share) - centre))
  return { low: low ?? centre, high: high ?? centre }
}

/** The two-sided p-value of the exact sign test: how likely counts at least this uneven are by chance. */
export function signTest(wins: number, losses: number): number {
  const n = wins + losses
  // Of more than 1,000 counts the first term is too small for a number; the normal approximation is exact enough there.
  if (n > 1_000) return 2 * (1 - normalShare((Math.abs(wins - losses) - 1) / Math.sqrt(n)))
  let term = 0.5 ** n
  let tail = 0
  for (let count = 0; count <= Math.min(wins, losses); count += 1) {
    tail += term
    term *= (n - count) / (count + 1)
  }
  return Math.min(1, 2 * tail)
}

/** The standard normal distribution function, to 7 digits (Abramowitz and Stegun 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const polynomial = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153]
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial.reduce((sum, each) => (sum + each) * t, 0)
  return x >= 0 ? 1 - tail : tail
}

/** How far two judges agree beyond chance: Cohen's kappa (1960), and the number of pairs. */
export interface Agreement {
  /** From −1 to 1; undefined without pairs, or if both always say the same one thing. */
  kappa: number | undefined
  n: number
}

/** Cohen's kappa over pairs of verdicts. */
export function cohensKappa(pairs: readonly (readonly [string, string])[]): Agreement {
  const n = pairs.length
  const names = [...new Set(pairs.flat())]
  const observed = pairs.filter(([one, other]) => one === other).length / n
  const chance = names.reduce((sum, name) => {
    const [one, other] = [0, 1].map((side) => pairs.filter((pair) => pair[side] === name).length / n)
    return sum + (one ?? 0) * (other ?? 0)
  }, 0)
  return { kappa: n === 0 || chance === 1 ? undefined : (observed - chance) / (1 - chance), n }
}

/** The nearest-rank quantile of sorted numbers, so that it is a value that was measured; 0 of none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32 by Tommy Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Such as `+8.3 points (−2.3 to +19.0)`. */
export function pointsWords({ value, low, high }: Interval): string {
  return `${signed(value)} points (${signed(low)} to ${signed(high)})`
}

/** A share as a percentage with one digit, such as `83.3 %`. */
export function percentWords(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function signed(share: number): string {
  const points = (share * 100).toFixed(1)
  if (Number(points) === 0) return '0.0'
  return points.startsWith('-') ? `−${points.slice(1)}` : `+${points}`
}
