import { createStore } from 'zustand/vanilla'
import {
  type StoredExperiment,
  type StoredRun,
  experimentsDb,
  resultsOf,
  takeFromOthers,
} from '#app/data/experiments/experiments-db.ts'
import { matchInWorker } from '#app/data/experiments/match-pattern.ts'
import type { Cell } from '#experiments/cells.ts'
import { gradesOf } from '#experiments/judge.ts'
import { createJudge } from './judge/judge-session.ts'
import type { Definition, Variant } from '#experiments/definition.ts'
import { passRatesOf } from '#experiments/pass-rates.ts'
import { type CellResult, costSince } from '#experiments/results.ts'
import { type Run, type RunEnd, limitProblem, startRun } from '#experiments/run.ts'
import { type Rating, rated, scoreOf } from '#experiments/score.ts'
import type { PricedModel } from '#experiments/call-cell.ts'
import { editsOf } from './edits.ts'
import { openRatings } from './ratings.ts'
import { keepSaved } from './saved-experiment.ts'
import { createCellBoard, judgedOf } from './results/cell-board.ts'
import { type CellPlan, type Estimate, estimateOf, inSlices, planCells } from './plan-cells.ts'
import { callHost, endpointOf, saveResult, ratesOf, storageWords, takesSeed } from './session-host.ts'

/** A model as an experiment needs it. */
export type ExperimentModel = PricedModel & { supported_parameters?: string[] | undefined }

/** What the page shows of an open experiment, except its cells. */
export interface SessionState {
  definition: Definition
  past: readonly Definition[]
  future: readonly Definition[]
  /** `elsewhere`: another tab runs it. */
  phase: 'idle' | 'running' | 'paused' | 'elsewhere'
  lastRun: StoredRun | null
  /** How the last run of this tab ended. */
  end: RunEnd | null
  /** Why the experiment can't run or be saved, and what to do. */
  problem: string | null
  /** Calls of the current run. */
  progress: { done: number; total: number; startedAt: number }
  /** Undefined while it is being worked out. */
  estimate: Estimate | undefined
}

export type ExperimentSession = Awaited<ReturnType<typeof createSession>>

const sessions = new Map<string, Promise<ExperimentSession | undefined>>()

/** The open experiment with this id; undefined if there is none. It stays open, so that runs go on beside other pages. */
export function openSession(id: string): Promise<ExperimentSession | undefined> {
  let opened = sessions.get(id)
  if (!opened) {
    opened = experimentsDb.experiments.get(id).then((stored) => stored && createSession(stored))
    sessions.set(id, opened)
    // What failed or was missing may be there next time.
    void opened.then(
      (session) => session ?? sessions.delete(id),
      () => sessions.delete(id),
    )
  }
  return opened
}

/** Ends the run of an experiment that is deleted. */
export function closeSession(id: string): void {
  void sessions.get(id)?.then((session) => session?.close())
  sessions.delete(id)
}

const replanPause = 150

async function createSession({ id, definition: stored, run: storedRun }: StoredExperiment) {
  const board = createCellBoard()
  const results = new Map<string, CellResult>()
  /** The keys of cleared results, which aren't taken from other experiments. */
  const forgotten = new Set<string>()
  const state = createStore<SessionState>(() => ({
    definition: stored,
    past: [],
    future: [],
    phase: 'idle',
    lastRun: storedRun,
    end: null,
    problem: null,
    progress: { done: 0, total: 0, startedAt: 0 },
    estimate: undefined,
  }))
  let modelOf: (variant: Variant) => ExperimentModel | undefined = () => undefined
  let plan: CellPlan = { views: new Map(), cells: [] }
  let run: Run | undefined
  /** Whether the run that begins shall not go on: its cells are still being worked out. */
  let isUnwanted = false
  let replanTimer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  /** Once it is deleted, nothing may be saved for it. */
  let isClosed = false

  const add = (list: readonly CellResult[]) => {
    for (const each of list) {
      const known = results.get(each.key)
      if (!known || known.date <= each.date) results.set(each.key, each)
    }
  }
  add(await resultsOf(id))
  const ratings = await openRatings(id)

  /** The result that counts: in a run that makes all calls again, only what is newer than its start. */
  const resultOf = (key: string) => {
    const { lastRun } = state.getState()
    const result = results.get(key)
    const isOld = result !== undefined && lastRun !== null && result.date < lastRun.startedAt
    if (isOld && lastRun.isFresh && !lastRun.hasEnded) return { isCached: false }
    return { result, isCached: isOld }
  }

  /** Works out the cells again, after an edit or a change of the models. */
  async function replan(): Promise<boolean> {
    clearTimeout(replanTimer)
    turn += 1
    const own = turn
    const isStale = () => own !== turn
    state.setState({ estimate: undefined })
    const { definition } = state.getState()
    const world = { endpointOf, takesSeed: (variant: Variant) => takesSeed(modelOf(variant)) }
    const next = await planCells(definition, world, resultOf, isStale)
    if (!next) return false
    const missing = next.cells.filter(({ key }) => !results.has(key) && !forgotten.has(key)).map(({ key }) => key)
    if (missing.length > 0) add(await takeFromOthers(id, missing).catch(() => []))
    if (isStale()) return false
    for (const [name, views] of next.views) {
      const running = board.get(name)
      next.views.set(
        name,
        views.map((view, at) => ({
          ...view,
          ...resultOf(view.cell.key),
          running: running[at]?.cell.key === view.cell.key ? running[at].running : undefined,
        })),
      )
    }
    plan = next
    board.replaceAll(next.views)
    state.setState({ estimate: estimate() })
    return judgeAll(isStale)
  }

  /** What two cells ask in the same words is asked once. */
  function distinctCells(): Cell[] {
    return [...new Map(plan.cells.map((cell) => [cell.key, cell])).values()]
  }

  function estimate(): Estimate {
    const { definition } = state.getState()
    return estimateOf(
      distinctCells(),
      (key) => resultOf(key).result,
      ({ variant }) => ratesOf(modelOf(variant)),
      definition.concurrency,
    )
  }

  function judgeAll(isStale: () => boolean): Promise<boolean> {
    return inSlices(
      plan.cells,
      (cell) => {
        const { result } = resultOf(cell.key)
        return result && judge(cell, result)
      },
      isStale,
    )
  }

  async function judge(cell: Cell, result: CellResult): Promise<void> {
    const { definition } = state.getState()
    const grade = gradesOf(definition, { cell, result }, { endpointOf }, (key) => results.get(key))
    const own = await scoreOf(definition, cell.testCase, result, matchInWorker, grade)
    const rating = ratings.of(result)
    if (resultOf(cell.key).result !== result) return
    board.change(cell, { result, score: rated(own, rating), rating })
  }

  function apply(definition: Definition): void {
    state.setState({ definition, estimate: undefined })
    saved.saveSoon()
    replanSoon()
  }

  /** Once typing pauses: thousands of requests may have changed. */
  function replanSoon(): void {
    clearTimeout(replanTimer)
    replanTimer = setTimeout(() => void replan(), replanPause)
  }

  const saved = keepSaved(id, state, () => void readNew())

  /** Reads the results that another tab has saved. */
  async function readNew(): Promise<void> {
    add(await resultsOf(id, state.getState().lastRun?.startedAt))
    await replan()
  }

  /** Runs what has no reply yet; `isFresh` runs everything again. */
  async function start(isFresh: boolean, resumed?: StoredRun): Promise<void> {
    if (state.getState().phase !== 'idle') return
    if (judgeSession.state.getState().isRunning) {
      state.setState({ problem: 'The judge is running. Wait until it has ended, or stop it, then run.' })
      return
    }
    state.setState({ phase: 'running', problem: null, end: null })
    isUnwanted = false
    try {
      const isElsewhere = await (navigator.locks
        ? navigator.locks.request(`parley.experiment.${id}`, { ifAvailable: true }, (lock) =>
            lock ? runHere(isFresh, resumed) : 'elsewhere',
          )
        : runHere(isFresh, resumed))
      if (isElsewhere) {
        state.setState({ phase: 'elsewhere' })
        await navigator.locks.request(`parley.experiment.${id}`, () => undefined)
      } else {
        const { end, lastRun, definition } = state.getState()
        await saved.update({ run: lastRun, ...(end && { measured: passRatesOf(definition, judgedOf(board)) }) })
      }
      state.setState({ phase: 'idle' })
      await saved.takeNow()
      if (isElsewhere) await readNew()
      state.setState({ estimate: estimate() })
    } catch (error) {
      state.setState({ phase: 'idle', problem: storageWords(error) })
    }
  }

  const host = { ...callHost, pricedModel: (variant: Variant) => modelOf(variant) }

  /** Saves a result for good. */
  async function store({ key, variant: { connection, model } }: Cell, reply: CellResult): Promise<CellResult> {
    const result = { ...reply, experimentId: id, connection, model }
    await saveResult(result)
    results.set(key, result)
    return result
  }

  /** US dollars of the results since the last run began. */
  const accounted = () => costSince(results.values(), state.getState().lastRun?.startedAt ?? 0)
  /** What the last run and the judge may have cost since it began, with calls that left no result. */
  const spent = () => accounted() + (state.getState().lastRun?.lost ?? 0)

  const judgeSession = createJudge({
    board,
    definition: () => state.getState().definition,
    resultOf: (key) => results.get(key),
    host,
    upToDate: replanFully,
    store: (cell, result) => (isClosed ? Promise.resolve() : store(cell, result).then(() => undefined)),
    spent,
    onEnded(total) {
      const { lastRun } = state.getState()
      if (lastRun) {
        state.setState({ lastRun: { ...lastRun, lost: Math.max(0, total - accounted()) } })
        void saved.update({ run: state.getState().lastRun })
      }
      void replan()
    },
  })

  /** Works the cells out until no edit overtakes it. */
  async function replanFully(): Promise<void> {
    if (!isClosed && !(await replan())) await replanFully()
  }

  async function runHere(isFresh: boolean, resumed?: StoredRun): Promise<void> {
    const startedAt = Date.now()
    const before = state.getState().lastRun
    const lastRun = resumed ?? { startedAt, isFresh, hasEnded: false }
    state.setState({ lastRun, progress: { done: 0, total: 0, startedAt } })
    // Before the first call, so that a crash leaves something to resume.
    await saved.save()
    await saved.update({ run: lastRun })
    add(await resultsOf(id, lastRun.startedAt))
    await replanFully()
    const { definition } = state.getState()
    const cells = distinctCells().filter(({ key }) => resultOf(key).result?.state !== 'done')
    const problem =
      plan.cells.length === 0
        ? 'Choose a model for a variant, and add a case.'
        : definition.spendLimit !== undefined
          ? limitProblem(cells, modelOf)
          : undefined
    if (problem !== undefined || isUnwanted) {
      state.setState({ problem: problem ?? null, lastRun: before })
      return replanFully()
    }
    state.setState({ progress: { done: 0, total: cells.length, startedAt } })
    const began = startRun(
      cells,
      { ...definition, spent: spent() },
      {
        ...host,
        async save(cell, reply) {
          if (isClosed) return
          const result = await store(cell, reply)
          const same = board.withKey(cell.key)
          for (const each of same) board.change(each, { result, score: undefined, running: undefined, isCached: false })
          state.setState(({ progress }) => ({ progress: { ...progress, done: progress.done + 1 } }))
          for (const each of same) await judge(each, result)
        },
        onText: ({ key }, text) => showText(key, text.slice(0, shownText)),
        onDropped: ({ key }) => showText(key, undefined),
      },
    )
    run = began
    if (state.getState().phase === 'paused') began.pause()
    const end = await began.ended
    run = undefined
    await replanFully()
    // Edits during the run may have left cells without a result.
    const isWhole = plan.cells.every(({ key }) => resultOf(key).result !== undefined)
    const lost = Math.max(0, began.spent - accounted())
    state.setState({ end, lastRun: { ...lastRun, hasEnded: end.reason === 'finished' && isWhole, lost } })
  }

  function showText(key: string, running: string | undefined): void {
    for (const each of board.withKey(key)) board.change(each, { running })
  }

  return {
    id,
    state,
    board,
    judge: judgeSession,
    /** Ends its run and stops watching it. */
    close(): void {
      isClosed = true
      isUnwanted = true
      run?.stop()
      judgeSession.stop()
      saved.close()
    },
    /** Which models there are, for prices and seeds. Until then no cells are known. */
    setModels(find: typeof modelOf): void {
      modelOf = find
      void replan()
    },
    ...editsOf(state, apply),
    run: () => start(false),
    runAgain: () => start(true),
    /** Goes on after a pause, or with a run that was cut off. */
    resume(): Promise<void> {
      if (state.getState().phase === 'paused') {
        run?.resume()
        state.setState({ phase: 'running' })
        return Promise.resolve()
      }
      const { lastRun } = state.getState()
      return start(false, lastRun?.hasEnded === false ? lastRun : undefined)
    },
    pause(): void {
      run?.pause()
      state.setState({ phase: 'paused' })
    },
    stop(): void {
      isUnwanted = true
      run?.stop()
    },
    ratingOf: ratings.of,
    /** Saves what a person says of a reply. It takes the place of the verdict of assertions. */
    async rate(cell: Cell, rating: Rating): Promise<void> {
      const { result } = resultOf(cell.key)
      if (!result) return
      await ratings.save(result, rating).catch((error: unknown) => state.setState({ problem: storageWords(error) }))
      for (const each of board.withKey(cell.key)) await judge(each, result)
    },
    /** Forgets the results of some cells, so that they run again. Returns what brings them back. */
    async clear(isCleared: (cell: Cell) => boolean): Promise<() => Promise<void>> {
      const keys = plan.cells.filter(isCleared).map(({ key }) => key)
      const cleared = keys.flatMap((key) => results.get(key) ?? [])
      await experimentsDb.results.bulkDelete(keys.map((key) => [id, key]))
      for (const key of keys) {
        results.delete(key)
        forgotten.add(key)
      }
      await replan()
      return async () => {
        await experimentsDb.results.bulkPut(cleared.map((each) => ({ ...each, experimentId: id })))
        add(cleared)
        await replan()
      }
    },
  }
}

/** More of a reply that streams isn't shown in the grid, in characters. */
const shownText = 400
