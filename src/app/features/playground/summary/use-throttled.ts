import { useMemo, useSyncExternalStore } from 'react'
import type { ConversationState } from '#app/chat/store/conversation.ts'
import type { Pane } from '#app/chat/store/workspace.ts'

/**
 * Values selected from each pane, updated at most every `interval` milliseconds: six replies grow ten times a second
 * each, faster than anyone can read. `select` and `isEqual` must be stable; values that are equal don't re-render.
 */
export function useThrottled<Value>(
  panes: readonly Pane[],
  select: (state: ConversationState) => Value,
  interval: number,
  isEqual: (one: Value, other: Value | undefined) => boolean = Object.is,
): readonly Value[] {
  const source = useMemo(() => watch(panes, select, interval, isEqual), [panes, select, interval, isEqual])
  return useSyncExternalStore(source.subscribe, source.read)
}

function watch<Value>(
  panes: readonly Pane[],
  select: (state: ConversationState) => Value,
  interval: number,
  isEqual: (one: Value, other: Value | undefined) => boolean,
) {
  const selectAll = () => panes.map(({ store }) => select(store.getState()))
  let values: readonly Value[] = selectAll()
  return {
    read: () => values,
    subscribe(onChange: () => void) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const update = () => {
        timer = undefined
        const now = selectAll()
        if (now.every((each, index) => isEqual(each, values[index]))) return
        values = now
        onChange()
      }
      const unsubscribes = panes.map(({ store }) => store.subscribe(() => (timer ??= setTimeout(update, interval))))
      // The stores may have changed between the first render and subscribing.
      update()
      return () => {
        clearTimeout(timer)
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  }
}
