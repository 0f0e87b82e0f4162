import type { Model } from '#contract/model.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { textModels } from '#app/models/text-models.ts'
import { openModels } from './open-models.ts'

const question = 'I remember the harbour in the morning.'

/**
 * The models of a first comparison: the one at hand, and the first other one that can be called. Null where there are
 * no two.
 */
export function twoToCompare(models: readonly Model[], atHand: string | null): [string, string] | null {
  const callable = textModels(models).filter(({ status }) => status === 'active')
  const first = callable.find(({ id }) => id === atHand)
  const second = callable.find(({ id }) => id !== atHand)
  return first && second ? [first.id, second.id] : null
}

/** Opens two models side by side with a question for both; sending it is left to the person. */
export function compareTwo(ids: readonly [string, string]): void {
  openModels(ids)
  if (workspace.getState().draft.trim() === '') workspace.getState().setDraft(question)
  // What was pressed is gone; Enter sends from here.
  document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()
}
