import { historyDb, openHistory } from '#app/data/history/open-history.ts'
import { purge } from '#app/data/history/conversation-rows.ts'
import { createConversationPersister } from './conversation-persister.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'

/** What keeps the conversation of this tab. */
export const persister = createConversationPersister({ workspace, history: openHistory, now: () => Date.now() })

// The last chance to write; whether a browser still lets it finish is its own choice.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) void persister.flush()
})
addEventListener('pagehide', () => void persister.flush())
// A page that comes back from the browser's memory has missed what other tabs did.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void persister.refresh()
})

// What was deleted and could not be cleared away any more before the browser was closed.
void purge(historyDb, Date.now()).catch(() => undefined)
