import type { Definition, TestCase } from '#experiments/definition.ts'
import { costOfResult } from '#experiments/results.ts'
import { type CellBoard, type RepeatView, cellName, stateOf } from './cell-board.ts'

/** Which cases the grid shows. */
export const resultFilters = {
  all: 'All',
  failing: 'Failing',
  differing: 'Differing',
  regressions: 'Regressions',
  errors: 'Errors',
  unrated: 'Unrated',
} as const
export type ResultFilter = keyof typeof resultFilters

/** A case in the grid. `number` is its place among all cases, from 1. */
export interface ResultRow {
  testCase: TestCase
  number: number
}

/** The cases that a filter and a search leave. */
export function resultRows(
  { cases, variants, baseline }: Definition,
  board: Pick<CellBoard, 'get'>,
  filter: ResultFilter,
  query: string,
): ResultRow[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  const rows = cases.map((testCase, at) => ({ testCase, number: at + 1 }))
  if (filter === 'all' && words.length === 0) return rows
  return rows.filter(({ testCase }) => {
    const cells = new Map(variants.map(({ id }) => [id, board.get(cellName(testCase.id, id))]))
    return isShown(cells, baseline, filter) && hasWords(testCase, cells, words)
  })
}

type CellsOfRow = ReadonlyMap<string, readonly RepeatView[]>

function isShown(cells: CellsOfRow, baseline: string | undefined, filter: ResultFilter): boolean {
  const states = [...cells.values()].map(stateOf)
  switch (filter) {
    case 'all':
      return true
    case 'failing':
      return states.includes('fail')
    case 'errors':
      return states.includes('error')
    case 'unrated':
      return states.includes('unjudged')
    case 'differing': {
      const judged = states.filter((state) => state === 'pass' || state === 'fail')
      return new Set(judged).size > 1
    }
    case 'regressions':
      return baseline !== undefined && stateOf(cells.get(baseline) ?? []) === 'pass' && states.includes('fail')
  }
}

function hasWords({ values, expected = '', note }: TestCase, cells: CellsOfRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const texts = [...cells.values()].flat().map(({ result }) => (result?.state === 'done' ? result.reply.text : ''))
  const haystack = [...Object.values(values), expected, note, ...texts].join('\n').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

/** What the replies of a variant add up to. Latencies in milliseconds, costs in US dollars. */
export interface VariantSummary {
  passed: number
  judged: number
  errors: number
  /** Undefined without replies. */
  latencyP50: number | undefined
  latencyP95: number | undefined
  tokens: number
  /** Undefined if the cost of a reply is unknown. */
  cost: number | undefined
}

/** Adds up all repeats of a variant. Errors don't count as failures. */
export function summaryOf({ cases }: Definition, board: Pick<CellBoard, 'get'>, variantId: string): VariantSummary {
  const summary: VariantSummary = {
    passed: 0,
    judged: 0,
    errors: 0,
    latencyP50: undefined,
    latencyP95: undefined,
    tokens: 0,
    cost: 0,
  }
  const latencies: number[] = []
  for (const { id } of cases) {
    for (const { result, score } of board.get(cellName(id, variantId))) {
      if (!result || !score) continue
      if (score.outcome === 'error') summary.errors += 1
      if (score.outcome === 'pass') summary.passed += 1
      if (score.outcome === 'pass' || score.outcome === 'fail') summary.judged += 1
      const cost = result.state === 'done' ? costOfResult(result) : 0
      summary.cost = summary.cost === undefined || cost === undefined ? undefined : summary.cost + cost
      if (result.state !== 'done') continue
      latencies.push(result.reply.latencyMs)
      summary.tokens += (result.reply.tokensIn ?? 0) + (result.reply.tokensOut ?? 0)
    }
  }
  const sorted = latencies.toSorted((one, other) => one - other)
  return { ...summary, latencyP50: quantile(sorted, 0.5), latencyP95: quantile(sorted, 0.95) }
}

/** The nearest rank, so that it is a value that was measured. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
