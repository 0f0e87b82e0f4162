import type { Model } from '#contract/model.ts'
import type { Engine } from '#service/engines/engine.ts'
import { silentLog, type Log } from '#service/service-context.ts'
import { mergeModels, type EngineListing, type CatalogueSources, type ListedModel } from './merge-models.ts'

/** The result of requesting one engine's models. */
export interface EngineReport {
  engine: string
  models: number
  /** Why the request failed; the engine's known models are then inactive. */
  problem?: string
}

/** All published models, from the engines and the reference catalogue. */
export interface ModelCatalogue {
  /** Requests every engine's models and discovers new engines, in parallel. Never rejects. */
  refresh(): Promise<readonly EngineReport[]>
  /** All published models, including private ones. The same array until something changes. */
  models(): readonly Model[]
  /** Finds a model by its published id, its engine's own id, or a known alias. Deleted models aren't found. */
  find(id: string): ListedModel | undefined
  /** Finds an embedding model, which isn't published, by the id it would have or its engine's own. */
  findEmbedding(id: string): ListedModel | undefined
}

interface CatalogueOptions extends CatalogueSources {
  /** In order of precedence: the first engine with an id serves it. */
  engines: readonly Engine[]
  /** Finds further engines at every refresh; they come after the others. Never rejects. */
  discover?: () => Promise<readonly Engine[]>
  log?: Log
  /** Per engine, in milliseconds. */
  listTimeoutMs?: number
}

/** Collects the engines' models. Each engine's models are published as soon as it has answered. */
export function createModelCatalogue(options: CatalogueOptions): ModelCatalogue {
  const { discover = async () => [], log = silentLog, listTimeoutMs = 5000 } = options
  const answers: EngineListing[] = options.engines.map((engine) => ({ engine, models: [], reachable: false }))
  const pending = new Map<Engine, Promise<EngineReport>>()
  const lost = new Set<Engine>()
  let merged = mergeModels(answers, options)
  let isStarted = false

  function take(answer: EngineListing): void {
    const index = answers.findIndex(({ engine }) => engine === answer.engine)
    const before = answers[index]
    if (!before) answers.push(answer)
    else answers[index] = answer
    if (before && sameAnswer(before, answer)) return
    merged = mergeModels(answers, options)
  }

  async function requestModels(engine: Engine): Promise<EngineReport> {
    const known = answers.find((answer) => answer.engine === engine)
    try {
      const models = await withTimeout((signal) => engine.models(signal), listTimeoutMs)
      if (lost.delete(engine)) log.info({ engine: engine.name, models: models.length }, 'engine back')
      take({ engine, models, reachable: true })
      return { engine: engine.name, models: models.length }
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      const models = known?.models ?? []
      // Log only the transition, not every failed check.
      if (known?.reachable) log.warn({ engine: engine.name, problem }, 'engine lost')
      lost.add(engine)
      take({ engine, models, reachable: false })
      return { engine: engine.name, models: models.length, problem }
    }
  }
  /** One request per engine at a time, so that a late response can't overwrite a newer one. */
  function requestOnce(engine: Engine): Promise<EngineReport> {
    const running = pending.get(engine) ?? requestModels(engine).finally(() => pending.delete(engine))
    pending.set(engine, running)
    return running
  }

  async function requestNew(engine: Engine): Promise<EngineReport> {
    const report = await requestOnce(engine)
    // Engines found at startup are in the first reports, which are printed.
    if (isStarted) log.info({ ...report }, 'engine found')
    return report
  }

  return {
    async refresh() {
      const known = answers.map(({ engine }) => requestOnce(engine))
      const found = discover().then((engines) => Promise.all(engines.map(requestNew)))
      const reports = [...(await Promise.all(known)), ...(await found)]
      isStarted = true
      return reports
    },
    models: () => merged.models,
    find: (id) => merged.find(id),
    findEmbedding: (id) => merged.findEmbedding(id),
  }
}

function sameAnswer(one: EngineListing, other: EngineListing): boolean {
  if (one.reachable !== other.reachable) return false
  return one.models === other.models || JSON.stringify(one.models) === JSON.stringify(other.models)
}

/** Rejects after `ms` even if the work ignores its signal. */
async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No model list within ${ms} ms. The next check tries again.`))
      abort.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(abort.signal), expired])
  } finally {
    clearTimeout(timer)
  }
}
