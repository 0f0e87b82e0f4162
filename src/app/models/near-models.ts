import type { Model } from '#contract/model.ts'
import { isCallable } from './is-callable.ts'

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
