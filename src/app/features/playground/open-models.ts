import { workspace } from '#app/chat/open-workspace.ts'
import { mostPanes } from '#app/data/setup.ts'

/**
 * Opens the playground on models, one a pane, as `/?model=ID` and `/?models=A,B` ask. Where the panes already speak to
 * just these, nothing changes; where something was said to others, a new conversation begins.
 */
export function openModels(ids: readonly string[]): void {
  const { panes, startNew, addPane, removePane } = workspace.getState()
  const wanted = ids.slice(0, mostPanes)
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
