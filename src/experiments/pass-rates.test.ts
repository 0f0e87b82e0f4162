import { expect, it } from 'vitest'
import type { Definition } from './definition.ts'
import { anyDefinition, anyReply, cases, cellsIn, variants } from './experiments.test-support.ts'
import type { JudgedCell } from './export/results-table.ts'
import { passRatesOf } from './pass-rates.ts'
import type { Outcome } from './score.ts'

/** Judges each cell by the id of its variant and its case. */
function judgedBy(definition: Definition, outcomeOf: (variant: string, testCase: string) => Outcome | undefined) {
  return cellsIn(definition).flatMap((cell): JudgedCell[] => {
    const outcome = outcomeOf(cell.variant.id, cell.testCase.id)
    if (!outcome) return []
    const result = { key: cell.key, date: 1, attempts: 1, state: 'done' as const, reply: anyReply() }
    return [{ cell, result, score: { outcome, share: undefined, verdicts: [] } }]
  })
}

it('has the share and the cases of each model with verdicts', () => {
  const definition = anyDefinition({ variants: variants(3), cases: cases(4) })
  const judged = judgedBy(definition, (variant, testCase) => {
    if (variant === 'v3') return 'unjudged'
    if (variant === 'v2' && testCase === 'c4') return 'error'
    return testCase === 'c1' ? 'fail' : 'pass'
  })
  expect(passRatesOf(definition, judged)).toEqual([
    { connection: null, model: 'm1', passRate: 3 / 4, n: 4 },
    { connection: null, model: 'm2', passRate: 2 / 3, n: 3 },
  ])
})

it('takes the best variant of a model, and tells connections apart', () => {
  const definition = anyDefinition({
    variants: [
      { id: 'worse', model: 'm' },
      { id: 'better', model: 'm', parameters: { temperature: 0 } },
      { id: 'few', model: 'm', parameters: { temperature: 1 } },
      { id: 'elsewhere', model: 'm', connection: 'other' },
    ],
    cases: cases(2),
  })
  const judged = judgedBy(definition, (variant, testCase) => {
    if (variant === 'better') return 'pass'
    if (variant === 'few') return testCase === 'c1' ? 'pass' : undefined
    return 'fail'
  })
  expect(passRatesOf(definition, judged)).toEqual([
    { connection: null, model: 'm', passRate: 1, n: 2 },
    { connection: 'other', model: 'm', passRate: 0, n: 2 },
  ])
})

it('is empty without results', () => {
  expect(passRatesOf(anyDefinition(), [])).toEqual([])
})
