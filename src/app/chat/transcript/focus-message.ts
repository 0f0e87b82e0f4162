import { flushSync } from 'react-dom'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'

/** What of a message takes the focus: the message as a whole, or one of its buttons by its `data-do`. */
export type FocusTarget = 'message' | 'edit' | 'menu' | 'previous' | 'next'

/** Does something that changes what is shown, and moves the focus at once, so that it is never lost in between. */
export function changeThenFocus(change: () => void, focus: () => void): void {
  flushSync(change)
  focus()
}

/** Puts the focus on a message that is shown, or on one of its buttons where that can be pressed. */
export function focusMessage(id: string | undefined, target: FocusTarget = 'message'): void {
  const article = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id ?? '')}"]`)
  const button = article?.querySelector<HTMLElement>(`[data-do="${target}"]:not(:disabled)`)
  const next = button ?? article
  next?.focus()
}

/** The place of a message among those that are shown; -1 where it is not. */
export function placeOf(store: ConversationStore, id: string): number {
  return pathOf(store.getState()).findIndex((each) => each.id === id)
}

/** Puts the focus on what is now shown at a place, or before it at the end; on the log where nothing is left. */
export function focusPlace(
  store: ConversationStore,
  place: number,
  log: HTMLElement | null,
  target?: FocusTarget,
): void {
  const path = pathOf(store.getState())
  const next = path[place] ?? path[place - 1]
  if (next) focusMessage(next.id, target)
  else log?.focus()
}

/** Asks the model for a reply that stands in the place of a message, and puts the focus there: what was pressed may be gone. */
export function askInPlace(store: ConversationStore, id: string, ask: () => void): void {
  const place = placeOf(store, id)
  changeThenFocus(ask, () => focusPlace(store, place, null))
}

/** The log that a message stands in. */
export function logOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-message="${CSS.escape(id)}"]`)?.closest<HTMLElement>('[role=log]') ?? null
}
