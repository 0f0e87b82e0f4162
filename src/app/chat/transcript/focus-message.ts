import { flushSync } from 'react-dom'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'

/** What to focus in a message: the whole message, or a button by its `data-do`. */
export type FocusTarget = 'message' | 'edit' | 'menu' | 'previous' | 'next'

/** Applies a change and moves focus in the same task, so that focus is never lost in between. */
export function changeThenFocus(change: () => void, focus: () => void): void {
  flushSync(change)
  focus()
}

/** Focuses a message, or one of its buttons if that is enabled; the menu if it contains the button's action. */
export function focusMessage(id: string | undefined, target: FocusTarget = 'message'): void {
  const article = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id ?? '')}"]`)
  const button = article?.querySelector<HTMLElement>(`[data-do="${target}"]:not(:disabled)`)
  const isFolded = button?.checkVisibility() === false
  const next = (isFolded ? article?.querySelector<HTMLElement>('[data-do="menu"]') : button) ?? article
  next?.focus()
}

/** The index of a message in the visible path; -1 if it isn't visible. */
export function indexOfMessage(store: ConversationStore, id: string): number {
  return pathOf(store.getState()).findIndex((each) => each.id === id)
}

/** Focuses the message now at an index, or the last one; the log if there is none. */
export function focusMessageAt(
  store: ConversationStore,
  index: number,
  log: HTMLElement | null,
  target?: FocusTarget,
): void {
  const path = pathOf(store.getState())
  const next = path[index] ?? path[index - 1]
  if (next) focusMessage(next.id, target)
  else log?.focus()
}

/** Requests a reply that replaces a message and moves focus to it, since the pressed button may be gone. */
export function requestInPlace(store: ConversationStore, id: string, request: () => void): void {
  const index = indexOfMessage(store, id)
  changeThenFocus(request, () => focusMessageAt(store, index, null))
}

/** The log that contains a message. */
export function findLog(id: string): HTMLElement | null {
  return document.querySelector(`[data-message="${CSS.escape(id)}"]`)?.closest<HTMLElement>('[role=log]') ?? null
}
