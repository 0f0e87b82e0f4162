import { createStore } from 'zustand/vanilla'
import { endpointOf } from '#app/features/experiments/session-host.ts'
import { inSlices } from '#app/features/experiments/plan-cells.ts'
import { type CellBoard, answeredOf } from '#app/features/experiments/results/cell-board.ts'
import type { Cell } from '#experiments/cells.ts'
import type { Definition } from '#experiments/definition.ts'
import { type JudgePlan, comparisonsOf, gradingsOf, missingCalls } from '#experiments/judge.ts'
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
  /** Resolves when the board has the cells of the definition, which may have been edited just now. */
  upToDate: () => Promise<void>
  /** Stores the result of a call for good. */
  store: (cell: Cell, result: CellResult) => Promise<void>
  /** US dollars that the experiment's run and the judge have cost so far. */
  spent: () => number
  /** Called when assertions may have new verdicts. `total` is what `spent` was, and what the calls may have cost. */
  onEnded: (total: number) => void
}

/** The judge of an open experiment. Its calls are stored with the others, so that none is made twice. */
export function createJudge({ board, definition, resultOf, host, upToDate, store, spent, onEnded }: JudgeHost) {
  const state = createStore<JudgeState>(() => ({ isRunning: false, done: 0, total: 0, problem: null, version: 0 }))
  let run: Run | undefined
  /** Aborts while the calls are being worked out. */
  let wanted = new AbortController()

  /** All calls for the results that there are; incomplete if `signal` aborts. */
  async function plan(signal: AbortSignal): Promise<JudgePlan> {
    const isStale = () => signal.aborted
    const now = definition()
    const calls: JudgePlan = { comparisons: [], gradings: [] }
    const answered = answeredOf(board)
    const world = { endpointOf }
    await inSlices(comparisonsOf(now, answered, world), (each) => void calls.comparisons.push(each), isStale)
    await inSlices(answered, (each) => void calls.gradings.push(...gradingsOf(now, each, world)), isStale)
    return calls
  }

  /** Makes the calls that are missing. Returns why it couldn't, or ended early, and what to do; null if all went well. */
  async function runHere(signal: AbortSignal): Promise<string | null> {
    await upToDate()
    const missing = missingCalls(await plan(signal), resultOf)
    if (signal.aborted) return null
    const { spendLimit, concurrency } = definition()
    const problem = spendLimit === undefined ? undefined : limitProblem(missing, host.pricedModel)
    if (problem !== undefined) return problem
    state.setState({ total: missing.length })
    const began = startRun(
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
    run = began
    const end = await began.ended
    onEnded(began.spent)
    return 'message' in end ? end.message : null
  }

  return {
    state,
    plan,
    resultOf,
    async start(): Promise<void> {
      if (state.getState().isRunning) return
      state.setState({ isRunning: true, problem: null, done: 0, total: 0 })
      wanted = new AbortController()
      const problem = await runHere(wanted.signal).catch(
        () => 'The judge couldn’t be run. Reload the page, then run it again.',
      )
      run = undefined
      state.setState(({ version }) => ({ isRunning: false, version: version + 1, problem }))
    },
    stop(): void {
      wanted.abort()
      run?.stop()
    },
  }
}
