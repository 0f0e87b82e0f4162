import type { ConversationStore } from './conversation-store.ts'
import { changeThenFocus } from './focus-message.ts'
import { branchAt } from './message-tree.ts'
import { workspace } from './open-workspace.ts'
import { setupOf } from './workspace.ts'

/** Opens a new conversation that begins with what a pane shows up to a message, and puts the focus where one goes on. */
export function branchToNewConversation(store: ConversationStore, messageId: string): void {
  const state = store.getState()
  const { open, draft } = workspace.getState()
  const branch = branchAt(state, messageId)
  changeThenFocus(
    () => open({ draft, panes: [{ ...setupOf(state), draft: state.draft, ...branch }] }),
    () => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus(),
  )
}
