import type { Model } from '#contract/model.ts'
import type { Engine, EngineModel } from '#service/engines/engine.ts'
import { publishModel } from './publish-model.ts'

/** What one engine said when it was last asked, and whether it answered the last time. */
export interface EngineAnswer {
  engine: Engine
  models: readonly EngineModel[]
  reachable: boolean
}

/** A published model and who serves it, under which id of its own. */
export interface ServedModel {
  model: Model
  engine: Engine
  engineModelId: string
}

/** The catalogue at one moment; never changed, only replaced. */
export interface MergedModels {
  /** In the engines' order. Deleted models are left out. */
  models: readonly Model[]
  /** By published id, or by an engine's own. */
  find(id: string): ServedModel | undefined
}

/**
 * Merges what the engines bring. Of two engines with the same id the first in order serves it, unless only a later one
 * can be called now. This is the one place where facts from elsewhere may join what an engine says.
 */
export function mergeModels(answers: readonly EngineAnswer[]): MergedModels {
  const byId = new Map<string, ServedModel>()
  const byAlias = new Map<string, ServedModel>()
  for (const { engine, models, reachable } of answers) {
    for (const told of models) {
      const published = publishModel(told)
      const model: Model = reachable || published.status !== 'active' ? published : { ...published, status: 'inactive' }
      if (model.status === 'deleted') continue
      const served = { model, engine, engineModelId: told.id }
      keepFirstActive(byId, model.id, served)
      keepFirstActive(byAlias, told.id, served)
    }
  }
  return {
    models: [...byId.values()].map(({ model }) => model),
    find: (id) => byId.get(id) ?? byAlias.get(id),
  }
}

function keepFirstActive(into: Map<string, ServedModel>, id: string, served: ServedModel): void {
  const present = into.get(id)
  if (!present || (present.model.status !== 'active' && served.model.status === 'active')) into.set(id, served)
}
