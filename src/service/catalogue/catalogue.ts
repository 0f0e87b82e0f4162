import type { Model } from '#contract/model.ts'
import type { Engine } from '#service/engines/engine.ts'
import { silentLog, type Log } from '#service/log.ts'
import { mergeModels, type EngineAnswer, type ServedModel } from './merge-models.ts'

/** How one engine answered when it was asked for its models. */
export interface EngineReport {
  engine: string
  models: number
  /** Why it could not be asked; its models, as far as they are known, are inactive. */
  problem?: string
}

/** Everything that can be chosen, as the engines bring it. */
export interface Catalogue {
  /** Asks every engine anew, all at once. Never rejects; resolves when the slowest has answered or run out of time. */
  refresh(): Promise<readonly EngineReport[]>
  /** All published models, private ones included. The same array until something has changed. */
  models(): readonly Model[]
  /** A model by its published id, or by its engine's own; undefined also for a deleted one. */
  find(id: string): ServedModel | undefined
}

interface CatalogueOptions {
  /** In order of precedence: of two with the same id the first serves it. */
  engines: readonly Engine[]
  log?: Log
  /** How long one engine may take to tell its models, in milliseconds. */
  askTimeoutMs?: number
}

/** Gathers the engines' models. Each is published as soon as its own engine has answered, whatever the others do. */
export function createCatalogue({ engines, log = silentLog, askTimeoutMs = 5000 }: CatalogueOptions): Catalogue {
  const answers: EngineAnswer[] = engines.map((engine) => ({ engine, models: [], reachable: false }))
  let merged = mergeModels(answers)

  function take(place: number, answer: EngineAnswer): void {
    const before = answers[place]
    answers[place] = answer
    if (before && sameAnswer(before, answer)) return
    merged = mergeModels(answers)
  }

  async function ask(engine: Engine, place: number): Promise<EngineReport> {
    const known = answers[place]
    try {
      const models = await withTimeout((signal) => engine.models(signal), askTimeoutMs)
      take(place, { engine, models, reachable: true })
      return { engine: engine.name, models: models.length }
    } catch (reason) {
      const problem = reason instanceof Error ? reason.message : String(reason)
      const models = known?.models ?? []
      // Said once when it goes away, not at every check.
      if (known?.reachable) log.warn({ engine: engine.name, problem }, 'engine lost')
      take(place, { engine, models, reachable: false })
      return { engine: engine.name, models: models.length, problem }
    }
  }

  return {
    refresh: () => Promise.all(engines.map(ask)),
    models: () => merged.models,
    find: (id) => merged.find(id),
  }
}

function sameAnswer(one: EngineAnswer, other: EngineAnswer): boolean {
  return one.reachable === other.reachable && JSON.stringify(one.models) === JSON.stringify(other.models)
}

/** Also holds for an engine that does not heed its signal. */
async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It did not tell its models within ${ms} ms.`))
      abort.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(abort.signal), expired])
  } finally {
    clearTimeout(timer)
  }
}
