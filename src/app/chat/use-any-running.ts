import { useCallback, useSyncExternalStore } from 'react'
import type { Pane } from './workspace.ts'

/** Whether a reply is on its way in any of these panes. */
export function useAnyRunning(panes: readonly Pane[]): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const ends = panes.map(({ store }) => store.subscribe(onChange))
      return () => {
        for (const end of ends) end()
      }
    },
    [panes],
  )
  return useSyncExternalStore(subscribe, () => panes.some(({ store }) => store.getState().running !== null))
}
