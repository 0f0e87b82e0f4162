import { createStore } from 'zustand/vanilla'
import { endpointOf } from '#app/features/experiments/session-host.ts'
import { inSlices } from '#app/features/experiments/plan-cells.ts'
import { type CellBoard, judgedOf } from '#app/features/experiments/results/cell-board.ts'
import type { Cell } from '#experiments/cells.ts'
import type { Definition } from '#experiments/definition.ts'
import { type Comparison, comparisonsOf, gradingsOf } from '#experiments/judge.ts'
import type { CellResult } from '#experiments/results.ts'
import { type Run, type RunHost, limitProblem, startRun } from '#experiments/run.ts'

/** What the page shows of the judge's run. */
export interface JudgeState {
  isRunning: boolean
  done: number
  total: number
  /** Why it can't run, or why it ended early, and what to do. */
  problem: string | null
  /** Changes when there are new results. */
  version: number
}

interface JudgeHost {
  board: CellBoard
  definition: () => Definition
  resultOf: (key: string) => CellResult | undefined
  host: Omit<RunHost, 'save'>
  /** Stores the result of a call for good. */
  store: (cell: Cell, result: CellResult) => Promise<void>
  /** US dollars that the experiment's run has cost so far. */
  spent: () => number
  /** Called when assertions may have new verdicts. */
  onEnded: () => void
}

/** All calls of a judge for the results that there are now. */
export interface JudgePlan {
  comparisons: Comparison[]
  /** For assertions that ask it. */
  gradings: Cell[]
}

/** The judge of an open experiment. Its calls are stored with the others, so that none is made twice. */
export function createJudge({ board, definition, resultOf, host, store, spent, onEnded }: JudgeHost) {
  const state = createStore<JudgeState>(() => ({ isRunning: false, done: 0, total: 0, problem: null, version: 0 }))
  let run: Run | undefined

  async function plan(): Promise<JudgePlan> {
    const now = definition()
    const calls: JudgePlan = { comparisons: [], gradings: [] }
    const judged = judgedOf(board)
    const world = { endpointOf }
    await inSlices(
      comparisonsOf(now, judged, world),
      (each) => void calls.comparisons.push(each),
      () => false,
    )
    await inSlices(
      judged,
      (each) => void calls.gradings.push(...gradingsOf(now, each, world)),
      () => false,
    )
    return calls
  }

  return {
    state,
    plan,
    resultOf,
    async start(): Promise<void> {
      if (state.getState().isRunning) return
      state.setState({ isRunning: true, problem: null, done: 0, total: 0 })
      const { comparisons, gradings } = await plan()
      const calls = [...comparisons.flatMap((each) => each.calls), ...gradings]
      const missing = [...new Map(calls.map((each) => [each.key, each])).values()].filter(
        ({ key }) => resultOf(key)?.state !== 'done',
      )
      const { spendLimit, concurrency } = definition()
      const problem = spendLimit === undefined ? undefined : limitProblem(missing, host.pricedModel)
      if (problem !== undefined) return state.setState({ isRunning: false, problem })
      state.setState({ total: missing.length })
      run = startRun(
        missing,
        { concurrency, spendLimit, spent: spent() },
        {
          ...host,
          async save(cell, result) {
            await store(cell, result)
            state.setState(({ done }) => ({ done: done + 1 }))
          },
        },
      )
      const end = await run.ended
      run = undefined
      state.setState(({ version }) => ({
        isRunning: false,
        version: version + 1,
        problem: 'message' in end ? end.message : null,
      }))
      onEnded()
    },
    stop(): void {
      run?.stop()
    },
  }
}
