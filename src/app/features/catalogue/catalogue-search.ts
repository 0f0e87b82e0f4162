import type { Model, ModelType } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'

/** What the address bar says about the catalogue: `?type=text_generation,moderation`. */
export interface CatalogueSearch {
  type?: string
}

/** Reads the address; whatever it does not understand is left out rather than refused. */
export function validateCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const types = typesOf({ type: typeof search['type'] === 'string' ? search['type'] : '' })
  return types.length === 0 ? {} : { type: types.join(',') }
}

/** The types to show; none means all of them. */
export function typesOf({ type = '' }: CatalogueSearch): ModelType[] {
  const asked = new Set(type.split(','))
  return modelTypes.filter((known) => asked.has(known))
}

/** The address after one type was switched on or off. */
export function toggleType(search: CatalogueSearch, type: ModelType): CatalogueSearch {
  const before = typesOf(search)
  const after = before.includes(type) ? before.filter((each) => each !== type) : [...before, type]
  return validateCatalogueSearch({ type: after.join(',') })
}

/** The models that the address asks for, in the service's order. */
export function selectModels(models: readonly Model[], search: CatalogueSearch): Model[] {
  const types = typesOf(search)
  return models.filter((model) => types.length === 0 || types.includes(model.model_type))
}
