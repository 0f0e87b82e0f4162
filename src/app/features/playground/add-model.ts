import type { Model } from '#contract/model.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { setupOf } from '#app/chat/workspace.ts'
import { textModels } from '#app/models/text-models.ts'

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
