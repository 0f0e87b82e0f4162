import type { Capability, Model } from '#contract/model.ts'
import type { EngineModel, ModelFacts } from '#dialects/model-list.ts'
import type { Engine } from '#service/engines/engine.ts'
import { publishedId, publishModel } from './publish-model.ts'
import type { ReferenceCatalogue } from './reference/create-reference-catalogue.ts'
import type { ReferenceModel } from './reference/reference-model.ts'

/** The models of one engine's last successful response, and whether its last request succeeded. */
export interface EngineListing {
  engine: Engine
  models: readonly EngineModel[]
  reachable: boolean
}

/** A published model. Without `engine`, only the reference catalogue knows it. */
export interface ListedModel {
  model: Model
  engine?: Engine
  engineModelId?: string
  /** Capabilities that the engine says the model doesn't have. */
  lacks?: readonly Capability[]
  /** Why its engine can't serve it now, and what to do. */
  problem?: string
}

/** A model that can be called. */
export type ServedModel = Required<Omit<ListedModel, 'problem'>>

/** An immutable snapshot of the catalogue. */
export interface MergedModels {
  /** In the engines' order, then models without an engine. Without deleted models. */
  models: readonly Model[]
  /** Finds a model by its published id, its engine's own id, or an alias in the reference catalogue. */
  find(id: string): ListedModel | undefined
  /** Finds an embedding model, which isn't published, by the id it would have or its engine's own. */
  findEmbedding(id: string): ListedModel | undefined
}

/** The operator's settings of one model. `embeddings` says whether it makes embeddings, if its id doesn't. */
export type ModelOverride = Partial<ModelFacts> & { embeddings?: boolean | undefined }

/** Model details from other sources than the engines. */
export interface CatalogueSources {
  reference?: ReferenceCatalogue
  /** The operator's settings, by published id. */
  overrides?: Readonly<Record<string, ModelOverride>>
}

/**
 * Merges the engines' models with the reference catalogue and overrides. If several engines list an id, the first active
 * one serves it. Models of the reference catalogue without an engine are inactive.
 */
export function mergeModels(
  answers: readonly EngineListing[],
  { reference, overrides = {} }: CatalogueSources,
): MergedModels {
  const byId = new Map<string, ListedModel>()
  const byOwnId = new Map<string, ListedModel>()
  const byKnownId = new Map<string, ListedModel>()
  const embeddings = new Map<string, ListedModel>()
  const overrideOf = (id: string) => (Object.hasOwn(overrides, id) ? overrides[id] : undefined)

  for (const { engine, models, reachable } of answers) {
    const known = new Map(models.map((listed) => [publicEngineId(listed), reference?.find(publicEngineId(listed))]))
    const holders = referenceHolders(known)
    for (const listed of models) {
      const engineId = publicEngineId(listed)
      const of = known.get(engineId)
      const id =
        of && holders.get(of) === engineId ? of.id : publishedId({ author: of?.author, ...listed, id: engineId })
      const hasAuthorPrices = of !== undefined && engine.maker === of.author
      const published = publishModel(listed, {
        id,
        known: of,
        hasAuthorPrices,
        provider: engine.label,
        override: overrideOf(id),
      })
      if (published.status === 'deleted') continue
      const model: Model = reachable || published.status !== 'active' ? published : { ...published, status: 'inactive' }
      const { lacks = [], problem } = listed
      const entry = { model, engine, engineModelId: listed.id, lacks, ...(problem !== undefined && { problem }) }
      if (overrideOf(id)?.embeddings ?? listed.embeddings ?? false) {
        for (const each of new Set([id, listed.id])) keepFirstActive(embeddings, each, entry)
        continue
      }
      keepFirstActive(byId, id, entry)
      keepFirstActive(byOwnId, listed.id, entry)
      if (of) keepFirstActive(byKnownId, of.id, entry)
    }
  }

  for (const known of reference?.models ?? []) {
    if (byKnownId.has(known.id) || byId.has(known.id)) continue
    const { id, status } = known
    const published = publishModel({ id, status }, { known, hasAuthorPrices: true, override: overrideOf(id) })
    if (published.status === 'deleted') continue
    const model: Model = published.status === 'active' ? { ...published, status: 'inactive' } : published
    byId.set(known.id, { model })
  }

  return {
    models: [...byId.values()].map(({ model }) => model),
    find(id) {
      const found = byId.get(id) ?? byOwnId.get(id) ?? byKnownId.get(id)
      if (found) return found
      const known = reference?.find(id)?.id
      return known === undefined ? undefined : (byId.get(known) ?? byKnownId.get(known))
    },
    findEmbedding: (id) => embeddings.get(id),
  }
}

function publicEngineId({ id, publishedAs }: EngineModel): string {
  return publishedAs ?? id
}

/**
 * If several of an engine's models match one reference model, the one with the shortest id gets the reference id,
 * independent of their order. Ids with a slash are published unchanged.
 */
function referenceHolders(known: ReadonlyMap<string, ReferenceModel | undefined>): Map<ReferenceModel, string> {
  const holders = new Map<ReferenceModel, string>()
  for (const [id, of] of known) {
    if (!of || id.includes('/')) continue
    const holder = holders.get(of)
    if (holder === undefined || id.length < holder.length || (id.length === holder.length && id < holder))
      holders.set(of, id)
  }
  return holders
}

function keepFirstActive(into: Map<string, ListedModel>, id: string, listed: ListedModel): void {
  const present = into.get(id)
  if (!present || (present.model.status !== 'active' && listed.model.status === 'active')) into.set(id, listed)
}
