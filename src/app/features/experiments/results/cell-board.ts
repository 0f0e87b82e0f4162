import type { Cell } from '#experiments/cells.ts'
import type { AnsweredCell, JudgedCell } from '#experiments/export/results-table.ts'
import type { CellResult } from '#experiments/results.ts'
import { type Outcome, type Rating, type Score, worstOutcome } from '#experiments/score.ts'

/** What is known of one repeat of a cell. */
export interface RepeatView {
  cell: Cell
  /** The text so far, while the call runs. */
  running?: string | undefined
  result?: CellResult | undefined
  /** Absent until the result was judged. */
  score?: Score | undefined
  /** What a person says of the result. */
  rating?: Rating
  /** Whether the result is older than the last run, so that it took no call. */
  isCached: boolean
}

/** The state of a cell in the grid, over all of its repeats. */
export type CellState = 'queued' | 'running' | Outcome

export function stateOf(repeats: readonly RepeatView[]): CellState {
  if (repeats.some(({ running }) => running !== undefined)) return 'running'
  if (repeats.length === 0 || repeats.some(({ result, score }) => !result || !score)) return 'queued'
  return worstOutcome(repeats.flatMap(({ score }) => score?.outcome ?? [])) ?? 'queued'
}

/** The name under which a cell of the grid is kept. */
export function cellName(caseId: string, variantId: string): string {
  return JSON.stringify([caseId, variantId])
}

const none: readonly RepeatView[] = []

/**
 * The cells of an open experiment, outside React: while 16 replies stream, only the cells that change are drawn again. Each
 * change replaces the array of its cell.
 */
export function createCellBoard() {
  let cells = new Map<string, readonly RepeatView[]>()
  let byKey = new Map<string, Cell[]>()
  const listeners = new Map<string, Set<() => void>>()
  const anyListeners = new Set<() => void>()

  const notify = (name: string) => {
    for (const each of listeners.get(name) ?? []) each()
    for (const each of anyListeners) each()
  }
  return {
    get: (name: string): readonly RepeatView[] => cells.get(name) ?? none,
    all: (): ReadonlyMap<string, readonly RepeatView[]> => cells,
    /** Replaces everything, such as after an edit of the experiment. */
    replaceAll(next: Map<string, readonly RepeatView[]>): void {
      cells = next
      byKey = new Map()
      for (const { cell } of [...next.values()].flat()) {
        const same = byKey.get(cell.key)
        if (same) same.push(cell)
        else byKey.set(cell.key, [cell])
      }
      for (const each of [...listeners.values()].flatMap((set) => [...set])) each()
      for (const each of anyListeners) each()
    },
    /** All cells with the same request, which share one result. */
    withKey: (key: string): readonly Cell[] => byKey.get(key) ?? [],
    /** Changes one repeat. Left alone if the cell is gone, or has another request since an edit. */
    change({ testCase, variant, repeat, key }: Cell, change: Partial<RepeatView>): void {
      const name = cellName(testCase.id, variant.id)
      const before = cells.get(name)
      if (before?.[repeat]?.cell.key !== key) return
      cells.set(
        name,
        before.map((each, at) => (at === repeat ? { ...each, ...change } : each)),
      )
      notify(name)
    },
    /** Calls back when a cell changes. Returns what ends it. */
    subscribe(name: string, listener: () => void): () => void {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(name)
      }
    },
    /** Calls back when any cell changes. */
    subscribeAll(listener: () => void): () => void {
      anyListeners.add(listener)
      return () => anyListeners.delete(listener)
    },
  }
}

export type CellBoard = ReturnType<typeof createCellBoard>

/** All cells that have a result. */
export function answeredOf(board: CellBoard): AnsweredCell[] {
  return [...board.all().values()].flat().flatMap(({ cell, result }) => (result ? [{ cell, result }] : []))
}

/** All cells whose result was judged, for an export. */
export function judgedOf(board: CellBoard): JudgedCell[] {
  return [...board.all().values()]
    .flat()
    .flatMap(({ cell, result, score, rating }) =>
      result && score ? [{ cell, result, score, ...(rating && { rating }) }] : [],
    )
}
