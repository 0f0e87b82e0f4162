import { useMemo, useSyncExternalStore } from 'react'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import type { Pane } from '#app/chat/store/workspace.ts'

/**
 * What `look` sees in each of the panes, looked at no more often than every `interval` milliseconds: six replies grow
 * thirty times a second each, and nobody reads a figure that fast. `look` stays the same function.
 */
export function useThrottled<Seen>(
  panes: readonly Pane[],
  look: (state: ConversationState) => Seen,
  interval: number,
): readonly Seen[] {
  const source = useMemo(() => watch(panes, look, interval), [panes, look, interval])
  return useSyncExternalStore(source.subscribe, source.read)
}

function watch<Seen>(panes: readonly Pane[], look: (state: ConversationState) => Seen, interval: number) {
  const lookAtAll = () => panes.map(({ store }) => look(store.getState()))
  let seen: readonly Seen[] = lookAtAll()
  return {
    read: () => seen,
    subscribe(onChange: () => void) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tell = () => {
        timer = undefined
        const now = lookAtAll()
        if (now.every((each, place) => each === seen[place])) return
        seen = now
        onChange()
      }
      const ends = panes.map(({ store }) => store.subscribe(() => (timer ??= setTimeout(tell, interval))))
      // Something may have come between the first look and now.
      tell()
      return () => {
        clearTimeout(timer)
        for (const end of ends) end()
      }
    },
  }
}
