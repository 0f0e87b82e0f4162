import { useCallback, useSyncExternalStore } from 'react'
import type { Pane } from './workspace.ts'

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
