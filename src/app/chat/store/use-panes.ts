import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { setupOf } from '#app/data/setup.ts'
import { workspace } from './open-workspace.ts'
import type { Pane, Workspace } from './workspace.ts'

/** Calls back after each change of the workspace or of one of its panes, until the function that is given back is called. */
export function watchWorkspace(watched: Workspace, onChange: () => void): () => void {
  let ends: (() => void)[] = []
  const watchPanes = () => {
    for (const end of ends) end()
    ends = watched.getState().panes.map(({ store }) => store.subscribe(onChange))
  }
  watchPanes()
  const end = watched.subscribe((state, before) => {
    if (state.panes !== before.panes) watchPanes()
    onChange()
  })
  return () => {
    end()
    for (const each of ends) each()
  }
}

/** Something to know about all of these panes together, in one value that can be compared. */
export function usePanes<Value extends string | number | boolean>(
  panes: readonly Pane[],
  read: (panes: readonly Pane[]) => Value,
): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const ends = panes.map(({ store }) => store.subscribe(onChange))
      return () => {
        for (const end of ends) end()
      }
    },
    [panes],
  )
  return useSyncExternalStore(subscribe, () => read(panes))
}

/** Whether a reply is on its way in any of them. */
export function anyRunning(panes: readonly Pane[]): boolean {
  return panes.some(({ store }) => store.getState().running !== null)
}

/** Whether anything was said in any of them. */
export function anyMessages(panes: readonly Pane[]): boolean {
  return panes.some(({ store }) => store.getState().messages.length > 0)
}

/** `Model` for the first pane, `Model 2` for the second. */
export function numbered(name: string, place: number): string {
  return place === 1 ? name : `${name} ${place}`
}

/**
 * News about something that was just done. It is over once a person does the next thing to the conversation, so that
 * nothing on the page tells of what is long past. Typing a message and replies that grow leave it standing.
 */
export function useNews<News>(): [News | null, (news: News | null) => void] {
  const [news, tell] = useState<News | null>(null)
  useEffect(() => {
    if (news === null) return
    const before = userChanges()
    return watchWorkspace(workspace, () => {
      const now = userChanges()
      if (now.length !== before.length || now.some((each, place) => each !== before[place])) tell(null)
    })
  }, [news])
  return [news, tell]
}

/** All that is changed by what a person does, to be compared piece by piece. */
function userChanges(): unknown[] {
  const { conversationId, detached, panes } = workspace.getState()
  return [
    conversationId,
    detached,
    ...panes.flatMap(({ store }): unknown[] => {
      const state = store.getState()
      return [store, state.steps, ...Object.values(setupOf(state))]
    }),
  ]
}
