import { workspace } from '#app/chat/store/open-workspace.ts'
import { isDemo } from '#app/models/text-models.ts'

/**
 * Selects a model in the panes that have none or a demo model. If each has a real one, in the first pane, unless there are
 * messages and `keepsStarted`.
 */
export function selectModel(modelId: string, connectionId: string | null, { keepsStarted = false } = {}): void {
  const { panes } = workspace.getState()
  const isFree = (id: string | null) => id === null || isDemo({ id })
  const free = panes.filter(({ store }) => isFree(store.getState().modelId))
  const isNew = panes.every(({ store }) => store.getState().messages.length === 0)
  for (const { store } of free.length > 0 ? free : isNew || !keepsStarted ? panes.slice(0, 1) : []) {
    store.getState().setModel(modelId, connectionId)
  }
}
