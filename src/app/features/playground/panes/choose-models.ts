import { workspace } from '#app/chat/store/open-workspace.ts'
import { maxPanes, setupOf } from '#app/data/setup.ts'
import { textModels } from '#app/models/text-models.ts'
import type { Model } from '#contract/model.ts'

/** Finds what is known of a model of a connection; null is the service that served this page. */
export type ModelOf = (id: string, connectionId?: string | null) => Model | undefined

/**
 * Opens the playground on models, one a pane, as `/?model=ID` and `/?models=A,B` ask. Where the panes already speak to
 * just these, nothing changes; where something was said to others, a new conversation begins.
 */
export function openModels(ids: readonly string[]): void {
  const { panes, startNew, addPane, removePane } = workspace.getState()
  const wanted = ids.slice(0, maxPanes)
  const same =
    wanted.length === panes.length && panes.every(({ store }, place) => store.getState().modelId === wanted[place])
  if (same || wanted.length === 0) return
  if (panes.some(({ store }) => store.getState().messages.length > 0)) startNew()
  for (const { id } of panes.slice(wanted.length)) removePane(id)
  for (const [place, modelId] of wanted.entries()) {
    const pane = panes[place]
    if (pane) pane.store.getState().setModel(modelId)
    else addPane({ modelId })
  }
}

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

/**
 * Puts a pane beside the others, set as the last one is, for the next model of its connection that can be called and is
 * not open yet; the same model again where there is none. `modelsOf` knows the models of a connection.
 */
export function addModel(modelsOf: (connectionId: string | null) => readonly Model[]): void {
  const { panes, addPane } = workspace.getState()
  const last = panes.at(-1)?.store.getState()
  if (!last) return
  const open = new Set(panes.map(({ store }) => store.getState().modelId))
  const models = textModels(modelsOf(last.connectionId)).filter(({ status }) => status === 'active')
  // Where none was chosen yet, the first of them answers.
  const next = models.slice(open.has(null) ? 1 : 0).find(({ id }) => !open.has(id))
  addPane({ ...setupOf(last), modelId: next?.id ?? last.modelId })
}
