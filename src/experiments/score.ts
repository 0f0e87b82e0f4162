import { z } from 'zod'
import { type Assertion, type Grade, type MatchPattern, type Verdict, checkAssertion } from './assertions.ts'
import { type Definition, type TestCase, valuesOf } from './definition.ts'
import type { CellResult } from './results.ts'

/** How a cell ended: `unjudged` has no assertions, `error` no reply. */
export type Outcome = 'pass' | 'fail' | 'error' | 'unjudged'

export interface Score {
  outcome: Outcome
  /** The share of the weights that passed, from 0 to 1; undefined without a reply or assertions. */
  share: number | undefined
  /** One for each of `assertionsOf`, in their order. */
  verdicts: readonly Verdict[]
}

const rating = z.object({ rating: z.enum(['pass', 'fail']).nullable(), note: z.string() })
/** What a person says of a reply. */
export type Rating = z.infer<typeof rating>

/** Reads an imported rating; undefined if there is none. */
export function readRating(value: unknown): Rating | undefined {
  return rating.safeParse(value).data
}

/** A score in which a person's verdict counts instead of that of the assertions. Errors stay errors. */
export function rated(score: Score, { rating: own }: Rating): Score {
  return own === null || score.outcome === 'error' ? score : { ...score, outcome: own }
}

/** The assertions of a case: the experiment's, then its own. */
export function assertionsOf({ assertions }: Pick<Definition, 'assertions'>, testCase: TestCase): Assertion[] {
  return [...assertions, ...testCase.assertions]
}

/** Judges a result; `grade` asks the judge, if the experiment has one. It passes if the share of the weights that passed reaches the threshold. */
export async function scoreOf(
  definition: Pick<Definition, 'assertions' | 'threshold'>,
  testCase: TestCase,
  result: CellResult,
  matches: MatchPattern,
  grade?: Grade,
): Promise<Score> {
  if (result.state === 'failed') return { outcome: 'error', share: undefined, verdicts: [] }
  const assertions = assertionsOf(definition, testCase)
  if (assertions.length === 0) return { outcome: 'unjudged', share: undefined, verdicts: [] }
  const values = valuesOf(testCase)
  const verdicts = await Promise.all(
    assertions.map((each) => checkAssertion(each, result.reply, values, matches, grade)),
  )
  if (verdicts.some((each) => each.isPending)) return { outcome: 'unjudged', share: undefined, verdicts }
  const total = assertions.reduce((sum, { weight }) => sum + weight, 0)
  const won = assertions.reduce((sum, { weight }, at) => sum + (verdicts[at]?.pass === true ? weight : 0), 0)
  // Assertions without weight only inform.
  const share = total === 0 ? 1 : won / total
  return { outcome: share >= definition.threshold - 1e-9 ? 'pass' : 'fail', share, verdicts }
}

/** Whether the judge has said nothing yet on what it is asked, so that there is no verdict. */
export function isPending({ outcome, verdicts }: Score): boolean {
  return outcome === 'unjudged' && verdicts.length > 0
}

/** Whether a cell is as its assertions want it. Without any, it can't be otherwise; without the judge's verdict, nobody knows. */
export function isMet(score: Score): boolean {
  return score.outcome === 'pass' || (score.outcome === 'unjudged' && !isPending(score))
}

/** One outcome for all repeats of a cell, the worst first: what failed must not hide behind what passed. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome | undefined {
  return (['fail', 'error', 'unjudged', 'pass'] as const).find((each) => outcomes.includes(each))
}
