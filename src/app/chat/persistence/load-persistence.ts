import { createStore } from 'zustand/vanilla'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import { historyDatabaseName } from '#app/data/history/rows.ts'
import { browserStorage } from '#app/data/storage/browser-storage.ts'
import { hasDatabase } from '#app/data/storage/databases.ts'
import { runWhenIdle } from '#app/ui/schedule.ts'
import type { ConversationPersister } from './conversation-persister.ts'
import { type Snapshot, hasMessages, takeSnapshot } from './snapshot.ts'

/** What is known about saved conversations before the database is loaded. */
export const persistenceState = createStore<{
  /** Whether this browser has saved conversations, or may have some from now on; `unknown` until it has answered. */
  before: 'unknown' | 'none' | 'some'
  /** The id of the conversation of this tab that was written last. */
  written: string | null
}>(() => ({ before: 'unknown', written: null }))

let persister: Promise<ConversationPersister> | undefined

/** Loads the persister and the database, which are not part of the first scripts. A failed attempt can be repeated. */
export function loadPersister(): Promise<ConversationPersister> {
  persistenceState.setState({ before: 'some' })
  persister ??= createPersister().catch((error: unknown) => {
    persister = undefined
    throw error
  })
  return persister
}

async function createPersister(): Promise<ConversationPersister> {
  const [{ createConversationPersister }, { historyDb, openHistory }, { purge }] = await Promise.all([
    import('./conversation-persister.ts'),
    import('#app/data/history/open-history.ts'),
    import('#app/data/history/conversation-rows.ts'),
  ])
  const created = createConversationPersister({
    workspace,
    history: openHistory,
    tab: browserStorage().tab,
    now: () => Date.now(),
  })
  // The last chance to write; a browser may not let it finish.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void created.flush()
  })
  addEventListener('pagehide', () => void created.flush())
  // A page restored from the back/forward cache has missed what other tabs wrote.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void created.refresh()
  })
  // Conversations whose deletion could no longer be undone when the browser was closed.
  void purge(historyDb, Date.now()).catch(() => undefined)
  return created
}

/** Saves a conversation that was left, by a reload or another address, before it could be written. */
export function saveSnapshotLater(left: Snapshot): void {
  void loadPersister()
    .then((each) => each.saveSnapshot(left))
    .catch(() => undefined)
}

/** Without saved conversations, the persister is loaded this long after start, in milliseconds, if nothing else needs it. */
const idleDelay = 3_000

/** Starts saving: once the page is drawn if there are saved conversations, otherwise when someone starts to write. */
export function startPersistence(): void {
  const load = () => void loadPersister().catch(() => undefined)
  void hasDatabase(historyDatabaseName).then((has) =>
    has ? runWhenIdle(load) : persistenceState.setState({ before: 'none' }),
  )
  setTimeout(load, idleDelay)
  addEventListener('focusin', ({ target }) => target instanceof HTMLTextAreaElement && load())
  watchWorkspace(workspace, () => {
    if (persister === undefined && hasMessages(takeSnapshot(workspace))) load()
  })
}
