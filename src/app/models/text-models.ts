import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { connection } from '#app/data/connections/connection.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import type { Model } from '#contract/model.ts'
import { isCallable } from './callable.tsx'

/** What the service publishes, as far as this page knows. */
export function useModels() {
  const revision = useStore(connection, (state) => state.revision)
  return useQuery(modelsQuery(revision))
}

/** The models that can hold a conversation, callable ones first, otherwise in the service's order. */
export function textModels(models: readonly Model[]): Model[] {
  const text = models.filter((model) => model.model_type === 'text_generation')
  return [...text.filter(isActive), ...text.filter((model) => !isActive(model))]
}

/**
 * The model that answers where none was chosen: the first that can be called, or the first of all where none can; null
 * where there is none, or the list has not been read.
 */
export function useSuggestedModel(): string | null {
  const { data: models = [] } = useModels()
  return textModels(models)[0]?.id ?? null
}

function isActive(model: Model): boolean {
  return model.status === 'active'
}

/** How many are worth offering. */
const few = 2

/** The models that can hold a conversation now and whose ids share most words with one that is missing, nearest first. */
export function nearModels(id: string, models: readonly Model[]): Model[] {
  const wanted = wordsOf(id)
  return models
    .filter((model) => isCallable(model) && model.id !== id)
    .map((model) => {
      const words = wordsOf(model.id)
      const shared = words.filter((word) => wanted.includes(word)).length
      return { model, shared, extra: words.length - shared }
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared || one.extra - other.extra)
    .slice(0, few)
    .map(({ model }) => model)
}

function wordsOf(id: string): string[] {
  return id.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
}
