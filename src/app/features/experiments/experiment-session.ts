import { liveQuery } from 'dexie'
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
import { scoreOf } from '#experiments/score.ts'
import type { PricedModel } from '#experiments/call-cell.ts'
import { editsOf } from './edits.ts'
import { type Rating, openRatings, rated } from './ratings.ts'
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

const savePause = 400
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
  let saveTimer: ReturnType<typeof setTimeout> | undefined
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

  function estimate(): Estimate {
    const { definition } = state.getState()
    return estimateOf(
      plan.cells,
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
    const score = rated(own, ratings.of(cell.key))
    if (resultOf(cell.key).result === result)
      board.change(cell, { result, score, isRated: ratings.of(cell.key).rating !== null })
  }

  function saveSoon(): void {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(() => void save(), savePause)
  }

  /** Saves what was edited here. Without an edit nothing is written, as another tab may have edited it meanwhile. */
  async function save(): Promise<void> {
    if (saveTimer === undefined) return
    clearTimeout(saveTimer)
    saveTimer = undefined
    await update({ definition: state.getState().definition })
  }

  async function update(change: Partial<StoredExperiment>): Promise<void> {
    await experimentsDb.experiments
      .update(id, { ...change, updatedAt: Date.now() })
      .catch((error: unknown) => state.setState({ problem: storageWords(error) }))
  }

  function apply(definition: Definition): void {
    state.setState({ definition, estimate: undefined })
    saveSoon()
    replanSoon()
  }

  /** Once typing pauses: thousands of requests may have changed. */
  function replanSoon(): void {
    clearTimeout(replanTimer)
    replanTimer = setTimeout(() => void replan(), replanPause)
  }

  const watched = liveQuery(() => experimentsDb.experiments.get(id)).subscribe(adopt)

  /** Takes over what another tab has edited or run. What is typed here and not saved yet is kept. */
  function adopt(row: StoredExperiment | undefined): void {
    if (!row || saveTimer !== undefined || state.getState().phase === 'running') return
    const { definition, lastRun } = state.getState()
    const isEdited = JSON.stringify(row.definition) !== JSON.stringify(definition)
    const isRun = row.run?.startedAt !== lastRun?.startedAt || row.run?.hasEnded !== lastRun?.hasEnded
    if (!isEdited && !isRun) return
    state.setState({ definition: row.definition, lastRun: row.run })
    void readNew()
  }

  async function readOther(): Promise<void> {
    adopt(await experimentsDb.experiments.get(id).catch(() => undefined))
  }

  /** Reads the results that another tab has saved. */
  async function readNew(): Promise<void> {
    add(await resultsOf(id, state.getState().lastRun?.startedAt))
    await replan()
  }

  /** Runs what has no reply yet; `isFresh` runs everything again. */
  async function start(isFresh: boolean, resumed?: StoredRun): Promise<void> {
    if (state.getState().phase !== 'idle') return
    state.setState({ phase: 'running', problem: null, end: null })
    const hold = navigator.locks
      ? navigator.locks.request(`parley.experiment.${id}`, { ifAvailable: true }, (lock) =>
          lock ? runHere(isFresh, resumed) : 'elsewhere',
        )
      : runHere(isFresh, resumed)
    const outcome = await hold
    run = undefined
    if (outcome === 'elsewhere') {
      await waitForOther()
      return
    }
    const { end, lastRun, definition } = state.getState()
    await update({ run: lastRun, ...(end && { measured: passRatesOf(definition, judgedOf(board)) }) })
    state.setState({ phase: 'idle' })
    await readOther()
    state.setState({ estimate: estimate() })
  }

  /** Waits until the tab that runs the experiment has ended, and shows its results. */
  async function waitForOther(): Promise<void> {
    state.setState({ phase: 'elsewhere' })
    await navigator.locks.request(`parley.experiment.${id}`, () => undefined)
    state.setState({ phase: 'idle' })
    await readOther()
    await readNew()
  }

  const host = { ...callHost, pricedModel: (variant: Variant) => modelOf(variant) }

  /** Saves a result for good. */
  async function store({ key, variant: { connection, model } }: Cell, reply: CellResult): Promise<CellResult> {
    const result = { ...reply, experimentId: id, connection, model }
    await saveResult(result)
    results.set(key, result)
    return result
  }

  /** US dollars that the last run and the judge have cost since it began. */
  const spent = () => costSince(results.values(), state.getState().lastRun?.startedAt ?? 0)

  const judgeSession = createJudge({
    board,
    definition: () => state.getState().definition,
    resultOf: (key) => results.get(key),
    host,
    store: (cell, result) => store(cell, result).then(() => undefined),
    spent,
    onEnded: () => void replan(),
  })

  async function runHere(isFresh: boolean, resumed?: StoredRun): Promise<'ended'> {
    const startedAt = Date.now()
    const before = state.getState().lastRun
    const lastRun = resumed ?? { startedAt, isFresh, hasEnded: false }
    state.setState({ lastRun })
    // Before the first call, so that a crash leaves something to resume.
    await save()
    await update({ run: lastRun })
    add(await resultsOf(id, lastRun.startedAt))
    // An edit meanwhile overtakes it, and would leave the cells of before.
    while (!(await replan()));
    const { definition } = state.getState()
    const cells = plan.cells.filter(({ key }) => resultOf(key).result?.state !== 'done')
    const problem =
      plan.cells.length === 0
        ? 'Choose a model for a variant, and add a case.'
        : definition.spendLimit !== undefined
          ? limitProblem(cells, modelOf)
          : undefined
    if (problem !== undefined) {
      state.setState({ problem, lastRun: before })
      return 'ended'
    }
    const total = cells.length
    state.setState({ progress: { done: 0, total, startedAt } })
    run = startRun(
      cells,
      { ...definition, spent: spent() },
      {
        ...host,
        async save(cell, reply) {
          if (isClosed) return
          const result = await store(cell, reply)
          board.change(cell, { result, score: undefined, running: undefined, isCached: false })
          state.setState(({ progress }) => ({ progress: { ...progress, done: progress.done + 1 } }))
          await judge(cell, result)
        },
        onText: (cell, text) => board.change(cell, { running: text.slice(0, shownText) }),
        onDropped: (cell) => board.change(cell, { running: undefined }),
      },
    )
    const end = await run.ended
    const hasEnded = end.reason === 'finished'
    state.setState({ end, lastRun: { ...lastRun, hasEnded } })
    return 'ended'
  }

  return {
    id,
    state,
    board,
    judge: judgeSession,
    /** Ends its run and stops watching it. */
    close(): void {
      isClosed = true
      run?.stop()
      judgeSession.stop()
      watched.unsubscribe()
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
      run?.stop()
    },
    ratingOf: ratings.of,
    /** Saves what a person says of a reply. It takes the place of the verdict of assertions. */
    async rate(cell: Cell, rating: Rating): Promise<void> {
      await ratings.save(cell.key, rating).catch((error: unknown) => state.setState({ problem: storageWords(error) }))
      const { result } = resultOf(cell.key)
      if (result) await judge(cell, result)
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
