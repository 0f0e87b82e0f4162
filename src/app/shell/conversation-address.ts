import { createStore } from 'zustand/vanilla'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { hasMessages, takeSnapshot } from '#app/chat/persistence/snapshot.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'

/** The conversation on the page, by its id, once something was said in it; null while it has no address of its own. */
export const spokenConversation = createStore<{ id: string | null }>(() => ({ id: null }))

/** The last conversation that stood in the address bar. */
let addressed: string | null = null

/** The part of the router that is needed; `latestLocation` is ahead of the page while another one is loaded. */
interface AddressBar {
  latestLocation: { pathname: string }
  show(id: string | null, how: { replace: boolean }): void
  onSettled(listener: () => void): void
}

/**
 * Keeps the address in step with the conversation: once something is said it is `/c/ID`, in place of the address it
 * began under, and a new conversation goes back to `/`. The other way round, opening an address, is the router's.
 */
export function followConversation(bar: AddressBar): void {
  let last = workspace.getState().conversationId
  let queued = false
  const follow = () => {
    queued = false
    const { conversationId } = workspace.getState()
    const said = hasMessages(takeSnapshot(workspace))
    const id = said ? conversationId : null
    const changed = conversationId !== last || id !== spokenConversation.getState().id
    last = conversationId
    if (id !== spokenConversation.getState().id) spokenConversation.setState({ id })
    const { pathname } = bar.latestLocation
    if (pathname === '/' && said) bar.show(conversationId, { replace: true })
    else if (pathname === `/c/${conversationId}`) addressed = conversationId
    // Only when the conversation changes: an address that holds none stays, and says so.
    else if (changed && pathname.startsWith('/c/')) bar.show(id, { replace: false })
  }
  watchWorkspace(workspace, () => {
    // What opens or sends changes several stores, one after the other.
    if (!queued) queueMicrotask(follow)
    queued = true
  })
  bar.onSettled(follow)
}

/** Begins a new conversation where `/` is opened from one that has an address. */
export function leaveAddressed(): void {
  const { conversationId, startNew } = workspace.getState()
  if (conversationId === addressed && hasMessages(takeSnapshot(workspace))) startNew()
}
