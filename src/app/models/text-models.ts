import type { Model } from '#contract/model.ts'
import { useModels } from './use-models.ts'

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
