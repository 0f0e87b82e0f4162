import type { Capability, Model } from '#contract/model.ts'
import type { EngineModel, ModelFacts } from '#dialects/model-list.ts'
import type { Engine } from '#service/engines/engine.ts'
import { publishedId, publishModel } from './publish-model.ts'
import type { ReferenceCatalogue } from './reference/create-reference-catalogue.ts'
import type { ReferenceModel } from './reference/reference-model.ts'

/** What one engine said when it was last asked, and whether it answered the last time. */
export interface EngineListing {
  engine: Engine
  models: readonly EngineModel[]
  reachable: boolean
}

/** A published model, and who serves it under which id of its own; nobody, where only the reference catalogue knows it. */
export interface ListedModel {
  model: Model
  engine?: Engine
  engineModelId?: string
  /** What that engine says the model cannot do. */
  lacks?: readonly Capability[]
}

/** A model that can be called. */
export type ServedModel = Required<ListedModel>

/** The catalogue at one moment; never changed, only replaced. */
export interface MergedModels {
  /** In the engines' order, then what no engine serves. Deleted models are left out. */
  models: readonly Model[]
  /** By published id, by an engine's own, or by one that the reference catalogue knows for it. */
  find(id: string): ListedModel | undefined
}

/** What is known besides the engines' word. */
export interface Knowledge {
  reference?: ReferenceCatalogue
  /** What the operator says of models, by published id. */
  overrides?: Readonly<Record<string, Partial<ModelFacts>>>
}

/**
 * Merges what the engines bring with what is known besides. Of two engines with the same id the first in order serves
 * it, unless only a later one can be called now. A model of the reference catalogue that no engine brings is inactive.
 * This is the one place where facts from elsewhere join what an engine says.
 */
export function mergeModels(answers: readonly EngineListing[], { reference, overrides = {} }: Knowledge): MergedModels {
  const byId = new Map<string, ListedModel>()
  const byOwnId = new Map<string, ListedModel>()
  const byKnownId = new Map<string, ListedModel>()
  const overrideOf = (id: string) => (Object.hasOwn(overrides, id) ? overrides[id] : undefined)

  for (const { engine, models, reachable } of answers) {
    const known = new Map(models.map((told) => [shownId(told), reference?.find(shownId(told))]))
    const heirs = heirsOf(known)
    for (const told of models) {
      const shown = shownId(told)
      const of = known.get(shown)
      const id = of && heirs.get(of) === shown ? of.id : publishedId({ author: of?.author, ...told, id: shown })
      const atMakersPrice = of !== undefined && engine.maker === of.author
      const published = publishModel(told, { id, known: of, atMakersPrice, override: overrideOf(id) })
      if (published.status === 'deleted') continue
      const model: Model = reachable || published.status !== 'active' ? published : { ...published, status: 'inactive' }
      const listed = { model, engine, engineModelId: told.id, lacks: told.lacks ?? [] }
      keepFirstActive(byId, id, listed)
      keepFirstActive(byOwnId, told.id, listed)
      if (of) keepFirstActive(byKnownId, of.id, listed)
    }
  }

  for (const known of reference?.models ?? []) {
    if (byKnownId.has(known.id) || byId.has(known.id)) continue
    const { id, status } = known
    const published = publishModel({ id, status }, { known, atMakersPrice: true, override: overrideOf(id) })
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
  }
}

/** An engine's own id, or the one that stands for it where its own says too much. */
function shownId({ id, publishedAs }: EngineModel): string {
  return publishedAs ?? id
}

/**
 * Which of an engine's models gets the reference catalogue's id, where several of its own are copies of one: the
 * plainest, and always the same whatever their order. An id with a slash is published as it is and inherits nothing.
 */
function heirsOf(known: ReadonlyMap<string, ReferenceModel | undefined>): Map<ReferenceModel, string> {
  const heirs = new Map<ReferenceModel, string>()
  for (const [id, of] of known) {
    if (!of || id.includes('/')) continue
    const heir = heirs.get(of)
    if (heir === undefined || id.length < heir.length || (id.length === heir.length && id < heir)) heirs.set(of, id)
  }
  return heirs
}

function keepFirstActive(into: Map<string, ListedModel>, id: string, listed: ListedModel): void {
  const present = into.get(id)
  if (!present || (present.model.status !== 'active' && listed.model.status === 'active')) into.set(id, listed)
}
