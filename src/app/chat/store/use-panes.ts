import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { setupOf } from '#app/data/setup.ts'
import type { ConversationState } from './conversation.ts'
import { workspace } from './open-workspace.ts'
import type { Pane, Workspace } from './workspace.ts'

interface WatchOptions {
  /** Whether to skip changes to messages alone, such as the growth of a reply many times a second. */
  skipsMessages?: boolean
}

/** Calls back after each change of the workspace or one of its panes. Returns the function that ends this. */
export function watchWorkspace(
  watched: Workspace,
  onChange: () => void,
  { skipsMessages = false }: WatchOptions = {},
): () => void {
  let ends: (() => void)[] = []
  const onPaneChange = (state: ConversationState, before: ConversationState) => {
    if (!skipsMessages || changesMore(state, before)) onChange()
  }
  const watchPanes = () => {
    for (const end of ends) end()
    ends = watched.getState().panes.map(({ store }) => store.subscribe(onPaneChange))
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

/** Whether anything besides the messages differs. Runs with every piece of a reply, so it makes no copies. */
function changesMore(state: ConversationState, before: ConversationState): boolean {
  let name: keyof ConversationState
  for (name in state) {
    if (name !== 'messages' && state[name] !== before[name]) return true
  }
  return false
}

/** A value computed from several panes; primitive, so that an equal one doesn't re-render. */
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

/** Whether a reply is streaming in any of the panes. */
export function anyRunning(panes: readonly Pane[]): boolean {
  return panes.some(({ store }) => isBusy(store.getState()))
}

/** Whether any of the panes has messages. */
export function anyMessages(panes: readonly Pane[]): boolean {
  return panes.some(({ store }) => store.getState().messages.length > 0)
}

/** `Model` for the first pane, `Model 2` for the second. */
export function numbered(name: string, place: number): string {
  return place === 1 ? name : `${name} ${place}`
}

/**
 * State for a notice about the last action, such as "Parameters reset.". It clears itself with the user's next change to
 * the conversation or a setting. Typing a message and streaming replies don't clear it.
 */
export function useNews<News>(): [News | null, (news: News | null) => void] {
  const [news, tell] = useState<News | null>(null)
  useEffect(() => {
    if (news === null) return
    const before = userChanges()
    const onChange = () => {
      const now = userChanges()
      if (now.length !== before.length || now.some((each, place) => each !== before[place])) tell(null)
    }
    return watchWorkspace(workspace, onChange, { skipsMessages: true })
  }, [news])
  return [news, tell]
}

/** Everything that an action of the user changes, to be compared item by item. */
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

/** Whether a reply streams or a tool is being called, so that Stop has something to end. */
export function isBusy({ running, calling }: Pick<ConversationState, 'running' | 'calling'>): boolean {
  return running !== null || calling.length > 0
}
