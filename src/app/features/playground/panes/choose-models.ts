import { workspace } from '#app/chat/store/open-workspace.ts'
import { maxPanes, setupOf } from '#app/data/setup.ts'
import { makerOf } from '#app/models/makers.ts'
import { suggestedModel } from '#app/models/suggested-model.ts'
import { isDemo, textModels } from '#app/models/text-models.ts'
import type { Model } from '#contract/model.ts'

/** Finds a model of a connection; null is the service that served this page. */
export type ModelOf = (id: string, connectionId?: string | null) => Model | undefined

/**
 * Opens one pane per model, for `/?model=ID` and `/?models=A,B`. Does nothing if the panes already use these models.
 * Starts a new conversation if there are messages.
 */
export function openModels(ids: readonly string[]): void {
  const { panes, startNew, addPane, removePane } = workspace.getState()
  const wanted = ids.slice(0, maxPanes)
  const same =
    wanted.length === panes.length && panes.every(({ store }, index) => store.getState().modelId === wanted[index])
  if (same || wanted.length === 0) return
  if (panes.some(({ store }) => store.getState().messages.length > 0)) startNew()
  for (const { id } of panes.slice(wanted.length)) removePane(id)
  for (const [index, modelId] of wanted.entries()) {
    const pane = panes[index]
    if (pane) pane.store.getState().setModel(modelId)
    else addPane({ modelId })
  }
}

const question = 'I remember the harbour in the morning.'

/**
 * The callable model to compare the open ones with: one of another maker if there is one, and a demo model only if there
 * is nothing else.
 */
export function nextModel(models: readonly Model[], open: ReadonlySet<string | null>): Model | undefined {
  const callable = textModels(models).filter(({ status }) => status === 'active')
  const openMakers = new Set(callable.filter(({ id }) => open.has(id)).map(makerOf))
  const others = callable.filter(({ id }) => !open.has(id))
  return others.find((model) => !isDemo(model) && !openMakers.has(makerOf(model))) ?? others[0]
}

/** The models for a first comparison: the current one and another. Null if there are fewer than two that can be called. */
export function pickTwoModels(models: readonly Model[], current: string | null): [string, string] | null {
  const first = models.find(({ id, status }) => id === current && status === 'active')
  const second = nextModel(models, new Set([current]))
  return first && second ? [first.id, second.id] : null
}

/** Opens two models side by side with a sample question, without sending it. */
export function openComparison(ids: readonly [string, string]): void {
  openModels(ids)
  if (workspace.getState().draft.trim() === '') workspace.getState().setDraft(question)
  // The pressed button is gone; Enter sends from here.
  document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()
}

/**
 * Adds a pane with the settings of the last one and another callable model of its connection, or the same model if there
 * is none. `modelsOf` returns the models of a connection.
 */
export function addModelPane(modelsOf: (connectionId: string | null) => readonly Model[]): void {
  const { panes, addPane } = workspace.getState()
  const last = panes.at(-1)?.store.getState()
  if (!last) return
  const models = modelsOf(last.connectionId)
  // A pane without a model uses the suggested one.
  const suggested = suggestedModel(models)
  const open = new Set(panes.map(({ store }) => store.getState().modelId ?? suggested))
  addPane({ ...setupOf(last), modelId: nextModel(models, open)?.id ?? last.modelId })
}
