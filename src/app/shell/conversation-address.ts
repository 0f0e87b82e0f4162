import { createStore } from 'zustand/vanilla'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { hasMessages, takeSnapshot } from '#app/chat/persistence/snapshot.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'

/** The id of the open conversation once it has messages; null while it has no URL of its own. */
export const startedConversation = createStore<{ id: string | null }>(() => ({ id: null }))

/** The last conversation whose id was in the URL. */
let lastIdInUrl: string | null = null

/** The required part of the router. `latestLocation` is ahead of the rendered page during navigation. */
interface AddressBar {
  latestLocation: { pathname: string }
  show(id: string | null, how: { replace: boolean }): void
  onSettled(listener: () => void): void
}

/**
 * Keeps the URL in sync with the conversation: `/c/ID` once it has messages, and `/` for a new one. The router handles
 * the other direction, opening a URL.
 */
export function followConversation(bar: AddressBar): void {
  let last = workspace.getState().conversationId
  let isQueued = false
  const update = () => {
    isQueued = false
    const { conversationId } = workspace.getState()
    const isStarted = hasMessages(takeSnapshot(workspace))
    const id = isStarted ? conversationId : null
    const changed = conversationId !== last || id !== startedConversation.getState().id
    last = conversationId
    if (id !== startedConversation.getState().id) startedConversation.setState({ id })
    const { pathname } = bar.latestLocation
    if (pathname === '/' && isStarted) bar.show(conversationId, { replace: true })
    else if (pathname === `/c/${conversationId}`) lastIdInUrl = conversationId
    // Only when the conversation changes: a URL of a missing conversation stays, and the page says so.
    else if (changed && pathname.startsWith('/c/')) bar.show(id, { replace: false })
  }
  watchWorkspace(workspace, () => {
    // Batched, because opening and sending change several stores in a row.
    if (!isQueued) queueMicrotask(update)
    isQueued = true
  })
  bar.onSettled(update)
}

/** Starts a new conversation when the user navigates from a saved one to `/`. */
export function leaveSavedConversation(): void {
  const { conversationId, startNew } = workspace.getState()
  if (conversationId === lastIdInUrl && hasMessages(takeSnapshot(workspace))) startNew()
}
