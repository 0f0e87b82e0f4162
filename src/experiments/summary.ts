import { type Definition, type Variant, experimentLimits, variantName } from './definition.ts'
import type { JudgedCell } from './export/results-table.ts'
import { costOfResult } from './results.ts'
import { isPending } from './score.ts'
import {
  type Interval,
  type PairedDifference,
  clusteredShare,
  meanOf,
  pairedDifference,
  pointsWords,
  quantile,
} from './statistics.ts'

/** Times of the replies of a variant, in milliseconds. */
export interface Times {
  mean: number
  p5: number
  p25: number
  p50: number
  p75: number
  p95: number
}

/** What the results of a variant add up to. The unit of all shares is the case; errors aren't counted in them. */
export interface VariantSummary {
  variant: Variant
  /** Cases with at least one verdict. */
  cases: number
  passed: number
  /** Repeats with a verdict. */
  judged: number
  errors: number
  /** Repeats without a result, or without the judge's verdict. */
  open: number
  /** Undefined without verdicts. */
  passRate: Interval | undefined
  /** The share of cases whose repeats have all passed, of those whose repeats all have a verdict; undefined with one repeat. */
  passAll: number | undefined
  /** The share of those cases whose repeats all have the same outcome; undefined with one repeat. */
  agreement: number | undefined
  latency: Times | undefined
  firstToken: Times | undefined
  /** Of all replies, in and out; undefined if an engine counted none. */
  tokens: number | undefined
  /** US dollars for all calls; undefined if the cost of one is unknown. */
  cost: number | undefined
  /** US dollars for a call that was answered; undefined if unknown. */
  costPerCall: number | undefined
  /** To the baseline; undefined for itself, and without cases that both have finished. */
  difference: PairedDifference | undefined
}

/** The variant that others are compared with: the one that was chosen, or the first. */
export function baselineOf({ variants, baseline }: Pick<Definition, 'variants' | 'baseline'>): Variant | undefined {
  return variants.find(({ id }) => id === baseline) ?? variants[0]
}

/** Adds up the results of each variant, in their order. */
export function summarize(definition: Definition, judged: readonly JudgedCell[]): VariantSummary[] {
  const cellsOf = (id: string) => judged.filter(({ cell }) => cell.variant.id === id)
  const outcomes = new Map(definition.variants.map(({ id }) => [id, outcomesOf(cellsOf(id))] as const))
  const baseline = baselineOf(definition)
  const ofBaseline = outcomes.get(baseline?.id ?? '') ?? new Map<string, boolean[]>()
  return definition.variants.map((variant) => {
    const own = outcomes.get(variant.id) ?? new Map<string, boolean[]>()
    return {
      variant,
      ...sharesOf([...own.values()], definition.repeats),
      ...figuresOf(cellsOf(variant.id)),
      open: openIn(definition, variant, cellsOf(variant.id)),
      difference: variant === baseline ? undefined : differenceOf(own, ofBaseline),
    }
  })
}

function openIn({ cases, repeats }: Definition, { model }: Variant, cells: readonly JudgedCell[]): number {
  const total = model === '' ? 0 : cases.length * repeats
  return total - cells.filter(({ score }) => !isPending(score)).length
}

/** Whether each repeat of a case has passed, by the id of the case. */
function outcomesOf(cells: readonly JudgedCell[]): Map<string, boolean[]> {
  const outcomes = new Map<string, boolean[]>()
  for (const { cell, score } of cells) {
    if (score.outcome !== 'pass' && score.outcome !== 'fail') continue
    const list = outcomes.get(cell.testCase.id) ?? []
    list.push(score.outcome === 'pass')
    outcomes.set(cell.testCase.id, list)
  }
  return outcomes
}

function sharesOf(cases: readonly boolean[][], repeats: number) {
  const all = cases.flat()
  const whole = cases.filter((each) => each.length === repeats)
  const shareOf = (of: (each: boolean[]) => boolean) =>
    repeats === 1 || whole.length === 0 ? undefined : whole.filter(of).length / whole.length
  const passed = all.filter(Boolean).length
  return {
    cases: cases.length,
    passed,
    judged: all.length,
    passRate: cases.length === 0 ? undefined : clusteredShare(cases),
    passAll: shareOf((each) => each.every(Boolean)),
    agreement: shareOf((each) => new Set(each).size === 1),
  }
}

function figuresOf(cells: readonly JudgedCell[]) {
  const replies = cells.flatMap(({ result }) => (result.state === 'done' ? [result.reply] : []))
  const costs = cells.map(({ result }) => costOfResult(result))
  const counts = replies.map(({ tokensIn, tokensOut }) =>
    tokensIn === undefined || tokensOut === undefined ? undefined : tokensIn + tokensOut,
  )
  const replyCosts = replies.map(({ cost }) => cost)
  return {
    errors: cells.filter(({ score }) => score.outcome === 'error').length,
    latency: timesOf(replies.map(({ latencyMs }) => latencyMs)),
    firstToken: timesOf(replies.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
    tokens: counts.includes(undefined) ? undefined : counts.reduce<number>((sum, each = 0) => sum + each, 0),
    // A failed call whose cost is unknown has most likely cost nothing.
    cost: replyCosts.includes(undefined) ? undefined : costs.reduce<number>((sum, each = 0) => sum + each, 0),
    costPerCall:
      replies.length === 0 || replyCosts.includes(undefined) ? undefined : meanOf(replyCosts.map((each = 0) => each)),
  }
}

function timesOf(values: readonly number[]): Times | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => quantile(sorted, share)
  return { mean: meanOf(values), p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) }
}

function differenceOf(
  own: ReadonlyMap<string, readonly boolean[]>,
  other: ReadonlyMap<string, readonly boolean[]>,
): PairedDifference | undefined {
  const shareOf = (repeats: readonly boolean[]) => repeats.filter(Boolean).length / repeats.length
  const differences = [...own].flatMap(([id, repeats]) => {
    const theirs = other.get(id)
    return theirs ? [shareOf(repeats) - shareOf(theirs)] : []
  })
  return differences.length === 0 ? undefined : pairedDifference(differences)
}

/** A sentence about a variant and the baseline that is true as it stands. */
export interface Conclusion {
  variant: Variant
  verdict: PairedDifference['verdict']
  words: string
}

/** What may be said of each variant: whether it is better or worse than the baseline, or how much is missing. */
export function conclusionsOf(definition: Definition, summaries: readonly VariantSummary[]): Conclusion[] {
  const baseline = baselineOf(definition)
  if (!baseline) return []
  return summaries.flatMap(({ variant, difference }) =>
    difference ? [{ variant, verdict: difference.verdict, words: differenceWords(variant, baseline, difference) }] : [],
  )
}

function differenceWords(variant: Variant, baseline: Variant, difference: PairedDifference): string {
  const { verdict, more, n } = difference
  const [name, other] = [variantName(variant), variantName(baseline)]
  const figures = `${pointsWords(difference)}, ${n === 1 ? '1 case' : `${n} cases`}`
  if (verdict !== 'open') return `${name} is ${verdict} than ${other}: ${figures}.`
  const missing = more === undefined ? '' : `: ${moreWords(more)}`
  return `${name} and ${other}: Not separable yet${missing} (${figures}).`
}

/**
 * What to do, in a sentence; undefined before there is anything to compare. Before all results are there no winner is named: a lead
 * that is looked at again and again shows up by chance sooner or later.
 */
export function adviceOf(definition: Definition, summaries: readonly VariantSummary[]): string | undefined {
  const baseline = baselineOf(definition)
  const compared = summaries.filter(({ difference }) => difference !== undefined)
  if (!baseline || compared.length === 0) return undefined
  const open = summaries.reduce((sum, each) => sum + each.open, 0)
  if (open > 0) return `Not finished yet: ${open === 1 ? '1 verdict is' : `${open} verdicts are`} missing.`
  const rateOf = ({ passRate }: VariantSummary) => passRate?.value ?? 0
  const better = compared.filter(({ difference }) => difference?.verdict === 'better')
  const [best] = better.toSorted((one, other) => rateOf(other) - rateOf(one))
  if (best) return `Take ${variantName(best.variant)}: it passes more cases than ${variantName(baseline)}.`
  if (compared.every(({ difference }) => difference?.verdict === 'worse'))
    return `Keep ${variantName(baseline)}: it passes more cases than every other variant.`
  return `No winner yet: what was measured doesn’t separate the variants.`
}

/** Two digits, as the number is itself an estimate. */
function moreWords(count: number): string {
  if (count > experimentLimits.cases) return `more than ${experimentLimits.cases} more cases`
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  const rounded = Math.ceil(count / unit) * unit
  return rounded === 1 ? 'about 1 more case' : `about ${rounded} more cases`
}
