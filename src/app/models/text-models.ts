import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import type { AttachmentKind } from '#app/data/attachments/attachment.ts'
import { connection } from '#app/data/connections/connection.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import type { Model } from '#contract/model.ts'

/** The service's models. */
export function useModels() {
  const revision = useStore(connection, (state) => state.revision)
  return useQuery(modelsQuery(revision))
}

/** The chat models: callable ones first, demo models last of these, otherwise in the service's order. */
export function textModels(models: readonly Model[]): Model[] {
  return models
    .filter((model) => model.model_type === 'text_generation')
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Whether the playground can call a model now. */
export function isCallable({ status, model_type: type }: Pick<Model, 'status' | 'model_type'>): boolean {
  return status === 'active' && type === 'text_generation'
}

function rankOf(model: Model): number {
  if (model.status !== 'active') return 2
  return isDemo(model) ? 1 : 0
}

/** Whether a model only demonstrates Parley. */
export function isDemo({ id }: Pick<Model, 'id'>): boolean {
  return id.startsWith('parley/')
}

/** How many to suggest. */
const maxSuggestions = 2

/** The callable models whose ids share the most words with a missing one, closest first. */
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
    .slice(0, maxSuggestions)
    .map(({ model }) => model)
}

function wordsOf(id: string): string[] {
  return id.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
}

/** The context length in tokens; undefined if unknown, when the model's own figure is only a default. */
export function contextOf(model: Pick<Model, 'context_length' | 'context_length_known'>): number | undefined {
  // 0 means unknown.
  return model.context_length_known === false || model.context_length < 1 ? undefined : model.context_length
}

/** Whether a model reads files of a kind, as far as the catalogue knows; undefined if it doesn't. */
export function readsFiles(
  { capabilities, input_modalities: inputs }: Pick<Model, 'capabilities' | 'input_modalities'>,
  kind: AttachmentKind,
): boolean | undefined {
  switch (kind) {
    case 'text':
      return true
    case 'image':
      if (!capabilities && !inputs) return undefined
      return capabilities?.includes('vision') === true || inputs?.includes('image') === true
    case 'pdf':
      return inputs && ['file', 'pdf'].some((each) => inputs.includes(each))
    case 'audio':
      return inputs?.includes('audio')
  }
}
