import { branchAt } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { maxPanes, setupOf } from '#app/data/setup.ts'
import { makerOf } from '#app/models/makers.ts'
import { suggestedModel } from '#app/models/remembered-models.ts'
import type { ModelChoice } from '#app/models/remembered-models.ts'
import { isCallable, isDemo, textModels } from '#app/models/text-models.ts'
import { focusField } from '#app/ui/focus.ts'
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

const samplePrompt = 'Explain what a hash map is to a ten-year-old, in three sentences.'

/** The models of one connection; null is the service that served this page. */
export interface ModelList {
  connectionId: string | null
  models: readonly Model[]
}

const nameOf = ({ modelId, connectionId }: ModelChoice) => `${connectionId ?? ''} ${modelId}`

/**
 * The callable model to compare the open ones with: one of another maker if there is one, and a demo model only if there
 * is nothing else. Of several, the first in the order of the lists.
 */
export function nextModel(lists: readonly ModelList[], open: readonly ModelChoice[]): ModelChoice | undefined {
  const callable = lists.flatMap(({ connectionId, models }) =>
    textModels(models)
      .filter(isCallable)
      .map((model) => ({ model, modelId: model.id, connectionId })),
  )
  const names = new Set(open.map(nameOf))
  const openMakers = new Set(callable.filter((each) => names.has(nameOf(each))).map(({ model }) => makerOf(model)))
  const others = callable.filter((each) => !names.has(nameOf(each)))
  const real = others.filter(({ model }) => !isDemo(model))
  const found = real.find(({ model }) => !openMakers.has(makerOf(model))) ?? real[0] ?? others[0]
  return found && { modelId: found.modelId, connectionId: found.connectionId }
}

/** The models for a first comparison: the current one and another. Null if there are fewer than two that can be called. */
export function pickTwoModels(
  lists: readonly ModelList[],
  current: ModelChoice | null,
): [ModelChoice, ModelChoice] | null {
  const list = lists.find(({ connectionId }) => connectionId === current?.connectionId)
  const model = current && list?.models.find(({ id }) => id === current.modelId)
  const second = current && nextModel(lists, [current])
  return current && model && isCallable(model) && second ? [current, second] : null
}

/** Opens a second model beside the current one with a sample prompt, without sending it. */
export function openComparison([first, second]: readonly [ModelChoice, ModelChoice]): void {
  const { panes, addPane, draft, setDraft } = workspace.getState()
  panes[0]?.store.getState().setModel(first.modelId, first.connectionId)
  addPane({ ...(panes[0] && setupOf(panes[0].store.getState())), ...second })
  if (draft.trim() === '') setDraft(samplePrompt)
  // The pressed button is gone; Enter sends from here.
  focusField('textarea[aria-label="Message"]')
}

/**
 * Adds a pane with the settings and the conversation of the last one, for another callable model, or the same model if
 * there is none. Returns whether the new pane has messages.
 */
export function addModelPane(lists: readonly ModelList[]): boolean {
  const { panes, addPane } = workspace.getState()
  const last = panes.at(-1)?.store.getState()
  if (!last) return false
  // A pane without a model uses the suggested one.
  const suggested = suggestedModel(lists.find(({ connectionId }) => connectionId === null)?.models ?? [])
  const open = panes.flatMap(({ store }) => {
    const { modelId, connectionId } = store.getState()
    const id = modelId ?? suggested
    return id === null ? [] : [{ modelId: id, connectionId }]
  })
  // Models of the same connection come first.
  const ordered = lists.toSorted(
    (one, other) => Number(other.connectionId === last.connectionId) - Number(one.connectionId === last.connectionId),
  )
  const choice = nextModel(ordered, open) ?? { modelId: last.modelId, connectionId: last.connectionId }
  const conversation = last.tip === null ? {} : branchAt(last, last.tip)
  addPane({ ...setupOf(last), ...choice, ...conversation })
  return last.tip !== null
}
