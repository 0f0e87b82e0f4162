import type { Workspace } from './workspace.ts'

/** Calls back after each change of the workspace or of one of its panes, until the function that is given back is called. */
export function watchWorkspace(workspace: Workspace, onChange: () => void): () => void {
  let ends: (() => void)[] = []
  const watchPanes = () => {
    for (const end of ends) end()
    ends = workspace.getState().panes.map(({ store }) => store.subscribe(onChange))
  }
  watchPanes()
  const end = workspace.subscribe((state, before) => {
    if (state.panes !== before.panes) watchPanes()
    onChange()
  })
  return () => {
    end()
    for (const each of ends) each()
  }
}
