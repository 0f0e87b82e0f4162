import { counted } from '#app/ui/format.ts'
import { type Assertion, assertionTable } from '#experiments/assertions.ts'
import type { Definition } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { excerptOf } from './report-content.ts'

/** Such as `Equals: {{expected}}` or `Latency at most: 5000 (milliseconds)`. */
export function assertionWords(assertion: Assertion): string {
  const { label, fields } = assertionTable[assertion.type]
  const values = fields.flatMap(({ name, label: unit, kind }) => {
    const value = excerptOf(assertion[name]?.replaceAll(/\s+/gu, ' ').trim() ?? '', 200)
    if (value === '') return []
    if (kind === 'number') return [`${value} (${unit.toLowerCase()})`]
    return [name === 'value' ? value : `${unit.toLowerCase()} ${value}`]
  })
  const all = [...values, ...(assertion.weight === 1 ? [] : [`weight ${assertion.weight}`])]
  return all.length === 0 ? label : `${label}: ${all.join(', ')}`
}

/** When a reply passes. */
export function thresholdWords({ assertions, threshold, cases }: Definition): string {
  const own = cases.filter((each) => each.assertions.length > 0).length
  if (assertions.length === 0 && own === 0) return 'There are no assertions.'
  const also = own === 0 ? '' : ` ${counted(own, 'case')} ${own === 1 ? 'has' : 'have'} further assertions.`
  const share = `${Number((threshold * 100).toFixed(1))} %`
  return threshold === 1
    ? `A reply passes if it meets all assertions.${also}`
    : `A reply passes if the weights of the assertions that it meets reach ${share} of all weights.${also}`
}

/** How the figures were worked out, as paragraphs. What the experiment has no use for is left out. */
export function methodWords(definition: Definition, judged: readonly JudgedCell[]): string[] {
  const { repeats, variants, judge, assertions, cases } = definition
  const asksJudge = [...assertions, ...cases.flatMap((each) => each.assertions)].some(({ type }) => type === 'judge')
  const byPeople = judged.filter(({ rating }) => (rating?.rating ?? null) !== null).length
  const verdicts = [
    ...(asksJudge && judge ? [`“Judge agrees” was decided by ${judge.model}.`] : []),
    ...(byPeople > 0
      ? [
          `A person rated ${byPeople === 1 ? '1 reply' : `${byPeople} replies`}, which counts instead of the assertions.`,
        ]
      : []),
  ]
  const rates =
    repeats === 1
      ? ['The unit is the case. The 95 % interval of a pass rate is the Wilson score interval over cases.']
      : [
          `The unit is the case, with ${repeats} repeats. The 95 % interval of a pass rate is the Wilson score interval over the effective number of repeats (Korn and Graubard 1998), as the repeats of a case resemble one another (Miller 2024, arXiv 2411.00640).`,
          `pass^k is the share of cases whose ${repeats} repeats all pass. Agreement is the share of cases whose repeats all have the same outcome.`,
        ]
  const difference =
    'A difference to the baseline is paired by case, over the cases that both have finished. Its 95 % interval is a paired bootstrap with a fixed seed (above 400 cases, the normal approximation), checked against the exact sign test. A variant is called better or worse only if the interval excludes zero.'
  const many = ' Intervals aren’t adjusted for several comparisons.'
  return [
    ...(verdicts.length === 0 ? [] : [verdicts.join(' ')]),
    ...rates,
    ...(variants.length > 1 ? [`${difference}${variants.length > 2 ? many : ''}`] : []),
    'Errors, which are calls without a reply, aren’t counted in any share. The intervals say how much results would vary with other cases like these, not with cases of another kind.',
  ]
}
