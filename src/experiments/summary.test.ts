import { describe, expect, it } from 'vitest'
import { anyDefinition, anyReply, cases, cellsIn, variants } from './experiments.test-support.ts'
import type { JudgedCell } from './export/results-table.ts'
import { adviceOf, conclusionsOf, summarize } from './summary.ts'

/**
 * An experiment whose cells ended as `outcomeOf` says: passed, failed, an error, or not run. Replies take 100 ms more in each case.
 */
function experiment(
  fields: Record<string, unknown>,
  outcomeOf: (variant: number, testCase: number, repeat: number) => boolean | 'error' | undefined,
) {
  const definition = anyDefinition({ assertions: [{ type: 'is-json' }], ...fields })
  const judged = cellsIn(definition).flatMap((cell): JudgedCell[] => {
    const row = definition.cases.indexOf(cell.testCase)
    const outcome = outcomeOf(definition.variants.indexOf(cell.variant), row, cell.repeat)
    const base = { key: cell.key, date: 1, attempts: 1 }
    if (outcome === undefined) return []
    if (outcome === 'error')
      return [
        {
          cell,
          result: { ...base, state: 'failed', message: 'No.', code: 'x' },
          score: { outcome: 'error', share: undefined, verdicts: [] },
        },
      ]
    const reply = anyReply({ latencyMs: (row + 1) * 100, firstTokenMs: 10, tokensIn: 3, tokensOut: 2, cost: 0.5 })
    return [
      {
        cell,
        result: { ...base, state: 'done', reply },
        score: { outcome: outcome ? 'pass' : 'fail', share: Number(outcome), verdicts: [] },
      },
    ]
  })
  return { definition, judged, summaries: summarize(definition, judged) }
}

describe('a summary', () => {
  it('adds up cases, figures and costs, and counts errors apart', () => {
    const { summaries } = experiment({ variants: variants(1), cases: cases(5) }, (_, row) =>
      row === 4 ? 'error' : row !== 0,
    )
    expect(summaries[0]).toMatchObject({
      cases: 4,
      passed: 3,
      judged: 4,
      errors: 1,
      passRate: { value: 0.75 },
      passAll: undefined,
      agreement: undefined,
      latency: { mean: 250, p5: 100, p50: 200, p95: 400 },
      firstToken: { p50: 10 },
      tokens: 20,
      cost: 2,
      costPerCall: 0.5,
      difference: undefined,
    })
    // SciPy: binomtest(3, 4).proportion_ci(method='wilson').
    expect(summaries[0]?.passRate?.low).toBeCloseTo(0.3006, 4)
    expect(summaries[0]?.passRate?.high).toBeCloseTo(0.9544, 4)
  })

  it('takes the case as the unit where there are repeats', () => {
    // Case 1 passes always, case 2 half of the time, case 3 never, and one repeat of case 4 is missing.
    const { summaries } = experiment({ variants: variants(1), cases: cases(4), repeats: 2 }, (_, row, repeat) =>
      row === 3 ? (repeat === 0 ? true : undefined) : row === 0 || (row === 1 && repeat === 0),
    )
    expect(summaries[0]).toMatchObject({ cases: 4, judged: 7, passed: 4 })
    expect(summaries[0]?.passAll).toBeCloseTo(1 / 3)
    expect(summaries[0]?.agreement).toBeCloseTo(2 / 3)
  })

  it('is empty without results', () => {
    const { summaries, definition } = experiment({ variants: variants(2) }, () => undefined)
    expect(summaries).toMatchObject([{ cases: 0, passRate: undefined, latency: undefined, costPerCall: undefined }, {}])
    expect(conclusionsOf(definition, summaries)).toEqual([])
    expect(adviceOf(definition, summaries)).toBeUndefined()
  })

  it('compares only the cases that both have finished', () => {
    const { summaries } = experiment({ variants: variants(2), cases: cases(30) }, (variant, row) =>
      variant === 1 && row >= 20 ? undefined : row % 2 === 0,
    )
    expect(summaries[1]?.difference).toMatchObject({ value: 0, n: 20, verdict: 'open' })
  })
})

describe('conclusions', () => {
  const many = { variants: variants(3), cases: cases(60), baseline: 'v2' }

  it('name a winner only where the interval excludes zero', () => {
    const { definition, summaries } = experiment(many, (variant, row) => row % 4 < (variant === 0 ? 4 : 2))
    expect(adviceOf(definition, summaries)).toBe('Take m1: it passes more cases than m2.')
    expect(conclusionsOf(definition, summaries).map(({ variant, verdict }) => [variant.model, verdict])).toEqual([
      ['m1', 'better'],
      ['m3', 'open'],
    ])
    expect(conclusionsOf(definition, summaries)[0]?.words).toMatch(
      /^m1 is better than m2: \+50\.0 points \(\+3\d\.\d to \+6\d\.\d\), 60 cases\.$/u,
    )
  })

  it('say how many more cases would be needed', () => {
    const { definition, summaries } = experiment({ ...many, variants: variants(2), baseline: 'v1' }, (variant, row) =>
      variant === 1 ? row % 2 === 0 || row < 4 : row % 2 === 0,
    )
    expect(adviceOf(definition, summaries)).toBe('No winner yet: what was measured doesn’t separate the variants.')
    expect(conclusionsOf(definition, summaries)[0]?.words).toMatch(
      /^m2 and m1: Not separable yet: about \d+ more cases \(\+3\.3 points \(0\.0 to \+\d\.\d\), 60 cases\)\.$/u,
    )
  })

  it('keep the baseline where all others are worse', () => {
    const { definition, summaries } = experiment(many, (variant, row) => variant === 1 || row % 3 === 0)
    expect(adviceOf(definition, summaries)).toBe('Keep m2: it passes more cases than every other variant.')
  })

  it('name no winner before all verdicts are there', () => {
    const { definition, summaries } = experiment(many, (variant, row) =>
      variant === 0 && row === 59 ? undefined : variant === 1 || row % 3 === 0,
    )
    expect(adviceOf(definition, summaries)).toBe('Not finished yet: 1 verdict is missing.')
  })

  it('don’t count cases that nobody would run', () => {
    const { definition, summaries } = experiment(
      { ...many, variants: variants(2), cases: cases(600) },
      (variant, row) => (variant === 0 ? row % 2 === 0 || row === 1 : row % 2 === 0 || row === 3),
    )
    expect(conclusionsOf(definition, summaries)[0]?.words).not.toMatch(/about \d{5}/u)
  })
})
