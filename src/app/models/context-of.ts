import type { Model } from '#contract/model.ts'

/** The context length in tokens; undefined where nobody told: then the model's own figure is only a default. */
export function contextOf(model: Pick<Model, 'context_length' | 'context_length_known'>): number | undefined {
  // A length of nothing is one that nobody told.
  return model.context_length_known === false || model.context_length < 1 ? undefined : model.context_length
}
