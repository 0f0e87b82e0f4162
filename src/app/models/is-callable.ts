import type { Model } from '#contract/model.ts'

/** Whether the playground can talk with a model now. */
export function isCallable({ status, model_type: type }: Pick<Model, 'status' | 'model_type'>): boolean {
  return status === 'active' && type === 'text_generation'
}
