import { describe, expect, it } from 'vitest'
import { cellsOf } from '#experiments/cells.ts'
import { readDefinition } from '#experiments/definition.ts'
import type { CellResult } from '#experiments/results.ts'
import type { Outcome } from '#experiments/score.ts'
import { estimateOf } from '#app/features/experiments/plan-cells.ts'
import { type RepeatView, cellName, createCellBoard, stateOf } from './cell-board.ts'
import { type ResultFilter, resultRows } from './result-rows.ts'

function definitionOf(fields: object = {}) {
  const definition = readDefinition({
    parleyExperiment: 1,
    prompt: { messages: [{ role: 'user', content: '{{word}}' }] },
    variants: [
      { id: 'a', model: 'a' },
      { id: 'b', model: 'b' },
    ],
    baseline: 'a',
    cases: ['one', 'two', 'three', 'four'].map((word) => ({ id: word, values: { word } })),
    ...fields,
  })
  if ('problem' in definition) throw new Error(definition.problem)
  return definition
}

const world = { endpointOf: () => 'here', takesSeed: () => false }

function resultOf(key: string, outcome: Outcome, latencyMs: number): CellResult {
  if (outcome === 'error') return { key, date: 0, attempts: 1, state: 'failed', message: 'No.', code: 'x' }
  const reply = {
    text: `Reply ${latencyMs}`,
    reasoning: '',
    toolCalls: [],
    latencyMs,
    rounds: 1,
    tokensIn: 1,
    tokensOut: 2,
    cost: 0.5,
  }
  return { key, date: 0, attempts: 1, state: 'done', reply }
}

/** A board on which each case ended as given for the variants `a` and `b`; a dash is one that wasn't run. */
function boardOf(outcomes: Record<string, readonly [Outcome | '-', Outcome | '-']>) {
  const definition = definitionOf()
  const views = new Map<string, readonly RepeatView[]>()
  for (const [at, cell] of [...cellsOf(definition, world)].entries()) {
    const outcome = outcomes[cell.testCase.id]?.[cell.variant.id === 'a' ? 0 : 1] ?? '-'
    const ended = outcome !== '-' && {
      result: resultOf(cell.key, outcome, at),
      score: { outcome, share: undefined, verdicts: [] },
      rating: { rating: at < 4 ? ('pass' as const) : null, note: '' },
    }
    views.set(cellName(cell.testCase.id, cell.variant.id), [{ cell, isCached: false, ...ended }])
  }
  const board = createCellBoard()
  board.replaceAll(views)
  return { definition, board }
}

const mixed = boardOf({
  one: ['pass', 'fail'],
  two: ['fail', 'fail'],
  three: ['pass', 'error'],
  four: ['unjudged', '-'],
})

describe('resultRows', () => {
  it.each<[ResultFilter, string[]]>([
    ['all', ['one', 'two', 'three', 'four']],
    ['failing', ['one', 'two']],
    ['differing', ['one']],
    ['regressions', ['one']],
    ['errors', ['three']],
    ['unrated', ['three', 'four']],
  ])('shows %s', (filter, ids) => {
    expect(resultRows(mixed.definition, mixed.board, filter, '').map(({ testCase }) => testCase.id)).toEqual(ids)
  })

  it('finds words in cases and replies, and keeps the numbers of the cases', () => {
    const find = (query: string) => resultRows(mixed.definition, mixed.board, 'all', query).map(({ number }) => number)
    expect(find('THREE')).toEqual([3])
    expect(find('reply 3')).toEqual([2])
    expect(find('nowhere')).toEqual([])
  })
})

describe('the board', () => {
  it('tells only the listeners of the cell that changes', () => {
    const { board } = boardOf({})
    const [view] = board.get(cellName('one', 'a'))
    if (!view) throw new Error('The board has no such cell.')
    const heard: string[] = []
    board.subscribe(cellName('one', 'a'), () => heard.push('one'))
    board.subscribe(cellName('two', 'a'), () => heard.push('two'))
    board.change(view.cell, { running: 'Hel' })
    expect(heard).toEqual(['one'])
    expect(stateOf(board.get(cellName('one', 'a')))).toBe('running')
  })
})

describe('an edit while a call runs', () => {
  it('keeps its reply out of the cell that has another request now', () => {
    const { board } = boardOf({ one: ['-', '-'] })
    const [view] = board.get(cellName('one', 'a'))
    if (!view) throw new Error('The board has no such cell.')
    const edited = { ...view, cell: { ...view.cell, key: 'edited' } }
    board.replaceAll(new Map([[cellName('one', 'a'), [edited]]]))
    board.change(view.cell, { result: resultOf(view.cell.key, 'pass', 1) })
    expect(board.get(cellName('one', 'a'))[0]?.result).toBeUndefined()
    expect(board.withKey(view.cell.key)).toEqual([])
    expect(board.withKey('edited')).toEqual([edited.cell])
  })
})

describe('estimateOf', () => {
  it('counts what is left, with the cost and the time that replies took so far', () => {
    const { definition } = mixed
    const cells = [...cellsOf(definition, world)]
    const results = new Map(cells.slice(0, 2).map(({ key }) => [key, resultOf(key, 'pass', 1_000)]))
    const rates = () => ({ input: 0, output: 1_000_000 })
    const estimate = estimateOf(cells, (key) => results.get(key), rates, 2)
    // Six calls, three on each variant, of 2 tokens for a dollar each, and one second each.
    expect(estimate).toMatchObject({ calls: 6, cached: 2, cost: 12, duration: 3_000 })
    expect(
      estimateOf(
        cells,
        () => undefined,
        () => undefined,
        2,
      ),
    ).toMatchObject({ calls: 8, cost: undefined, duration: undefined })
  })
})
