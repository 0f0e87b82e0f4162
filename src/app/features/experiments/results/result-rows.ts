import type { Definition, TestCase } from '#experiments/definition.ts'
import { baselineOf } from '#experiments/summary.ts'
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
  definition: Definition,
  board: Pick<CellBoard, 'get'>,
  filter: ResultFilter,
  query: string,
): ResultRow[] {
  const { cases, variants } = definition
  const baseline = baselineOf(definition)?.id
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
  const outcomes = [...cells.values()].flat().map(({ score }) => score?.outcome)
  switch (filter) {
    case 'all':
      return true
    case 'failing':
      return outcomes.includes('fail')
    case 'errors':
      return outcomes.includes('error')
    case 'unrated':
      return [...cells.values()]
        .flat()
        .some(({ result, rating }) => result?.state === 'done' && (rating?.rating ?? null) === null)
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
