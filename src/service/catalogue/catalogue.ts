import type { Model } from '#contract/model.ts'
import type { Engine } from '#service/engines/engine.ts'
import { silentLog, type Log } from '#service/service-context.ts'
import { mergeModels, type EngineListing, type Knowledge, type ListedModel } from './merge-models.ts'

/** How one engine answered when it was asked for its models. */
export interface EngineReport {
  engine: string
  models: number
  /** Why it could not be asked; its models, as far as they are known, are inactive. */
  problem?: string
}

/** Everything that can be chosen, as the engines bring it and the reference catalogue knows it. */
export interface ModelCatalogue {
  /**
   * Asks every engine anew, and looks for new ones, all at once. Never rejects; resolves when the slowest has answered or
   * run out of time.
   */
  refresh(): Promise<readonly EngineReport[]>
  /** All published models, private ones included. The same array until something has changed. */
  models(): readonly Model[]
  /** A model by its published id, by its engine's own, or by another well-known one; undefined also for a deleted one. */
  find(id: string): ListedModel | undefined
}

interface CatalogueOptions extends Knowledge {
  /** In order of precedence: of two with the same id the first serves it. */
  engines: readonly Engine[]
  /** Looks for engines that are not known yet, at every refresh; what it finds comes after the others. Never rejects. */
  discover?: () => Promise<readonly Engine[]>
  log?: Log
  /** How long one engine may take to tell its models, in milliseconds. */
  askTimeoutMs?: number
}

/** Gathers the engines' models. Each is published as soon as its own engine has answered, whatever the others do. */
export function createModelCatalogue(options: CatalogueOptions): ModelCatalogue {
  const { discover = async () => [], log = silentLog, askTimeoutMs = 5000 } = options
  const answers: EngineListing[] = options.engines.map((engine) => ({ engine, models: [], reachable: false }))
  const asking = new Map<Engine, Promise<EngineReport>>()
  const lost = new Set<Engine>()
  let merged = mergeModels(answers, options)
  let isStarted = false

  function take(answer: EngineListing): void {
    const place = answers.findIndex(({ engine }) => engine === answer.engine)
    const before = answers[place]
    if (!before) answers.push(answer)
    else answers[place] = answer
    if (before && sameAnswer(before, answer)) return
    merged = mergeModels(answers, options)
  }

  async function ask(engine: Engine): Promise<EngineReport> {
    const known = answers.find((answer) => answer.engine === engine)
    try {
      const models = await withTimeout((signal) => engine.models(signal), askTimeoutMs)
      if (lost.delete(engine)) log.info({ engine: engine.name, models: models.length }, 'engine back')
      take({ engine, models, reachable: true })
      return { engine: engine.name, models: models.length }
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      const models = known?.models ?? []
      // Said once when it goes away, not at every check.
      if (known?.reachable) log.warn({ engine: engine.name, problem }, 'engine lost')
      lost.add(engine)
      take({ engine, models, reachable: false })
      return { engine: engine.name, models: models.length, problem }
    }
  }
  /** One question at a time: an answer that is overtaken by a later one must not have the last word. */
  function askOnce(engine: Engine): Promise<EngineReport> {
    const running = asking.get(engine) ?? ask(engine).finally(() => asking.delete(engine))
    asking.set(engine, running)
    return running
  }

  async function askNew(engine: Engine): Promise<EngineReport> {
    const report = await askOnce(engine)
    // What is found at the start is in the first reports, which are shown.
    if (isStarted) log.info({ ...report }, 'engine found')
    return report
  }

  return {
    async refresh() {
      const known = answers.map(({ engine }) => askOnce(engine))
      const found = discover().then((engines) => Promise.all(engines.map(askNew)))
      const reports = [...(await Promise.all(known)), ...(await found)]
      isStarted = true
      return reports
    },
    models: () => merged.models,
    find: (id) => merged.find(id),
  }
}

function sameAnswer(one: EngineListing, other: EngineListing): boolean {
  if (one.reachable !== other.reachable) return false
  return one.models === other.models || JSON.stringify(one.models) === JSON.stringify(other.models)
}

/** Also holds for an engine that does not heed its signal. */
async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It did not tell its models within ${ms} ms. It is asked again at the next check.`))
      abort.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(abort.signal), expired])
  } finally {
    clearTimeout(timer)
  }
}
