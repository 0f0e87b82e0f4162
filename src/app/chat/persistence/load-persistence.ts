import { createStore } from 'zustand/vanilla'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { watchWorkspace } from '#app/chat/store/use-panes.ts'
import { historyName } from '#app/data/history/rows.ts'
import { runWhenIdle } from '#app/ui/schedule.ts'
import type { ConversationPersister } from './conversation-persister.ts'
import { type Snapshot, somethingSaid, takeSnapshot } from './snapshot.ts'

/** What is known of the kept conversations before the database is loaded. */
export const persistenceState = createStore<{
  /** Whether any were kept in this browser before, or may be from now on; `unknown` until the browser has said so. */
  before: 'unknown' | 'none' | 'some'
  /** The last conversation of this tab that is in the database. */
  written: string | null
}>(() => ({ before: 'unknown', written: null }))

let persister: Promise<ConversationPersister> | undefined

/** What keeps conversations, with the database below it: no part of the first scripts. Tried again after a failure. */
export function loadPersister(): Promise<ConversationPersister> {
  persistenceState.setState({ before: 'some' })
  persister ??= import('./open-persister.ts').then(
    (module) => module.persister,
    (error: unknown) => {
      persister = undefined
      throw error
    },
  )
  return persister
}

/** Keeps a conversation that was left, by a reload or another address, before it could be written. */
export function persistLater(left: Snapshot): void {
  void loadPersister()
    .then((each) => each.keep(left))
    .catch(() => undefined)
}

/** Where nothing was kept before: how long the page has been quiet when what keeps conversations is fetched, in milliseconds. */
const quietTime = 3_000

/** Begins to keep conversations: once the page is drawn where some were kept before, else when somebody is about to say something. */
export function startPersistence(): void {
  const load = () => void loadPersister().catch(() => undefined)
  void wereKept().then((kept) => (kept ? runWhenIdle(load) : persistenceState.setState({ before: 'none' })))
  setTimeout(load, quietTime)
  addEventListener('focusin', ({ target }) => target instanceof HTMLTextAreaElement && load())
  watchWorkspace(workspace, () => {
    if (persister === undefined && somethingSaid(takeSnapshot(workspace))) load()
  })
}

/** Asks the browser, which is cheaper than opening the database. */
async function wereKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === historyName)
  } catch {
    // It can't say, or has no storage at all; opening will tell.
    return true
  }
}
