import { type ConversationChange, readConversation, writeConversation } from './conversation-rows.ts'
import type { HistoryDb } from './history-db.ts'
import type { ReplyClaims } from './reply-claims.ts'
import type { SavedConversation } from './rows.ts'

/** Posts a message to the other tabs. */
export function postToTabs(channel: BroadcastChannel, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message)
}

/** The saved conversations; tests pass one with a database of their own. */
export interface History {
  readonly claims: ReplyClaims
  read(id: string): Promise<SavedConversation | undefined>
  /** Writes a change and notifies the other tabs. */
  write(change: ConversationChange): Promise<'written' | 'gone'>
  /** Notifies the other tabs of a change that did not go through `write`. */
  notifyTabs(id: string): void
  /** Calls back with the id of each conversation that another tab changed. */
  watch(listener: (id: string) => void): void
}

/** A history in a database. Tabs notify each other through a broadcast channel. */
export function createHistory(db: HistoryDb, claims: ReplyClaims): History {
  const channel = new BroadcastChannel(`${db.name}.history`)
  const notifyTabs = (id: string) => postToTabs(channel, id)
  return {
    claims,
    notifyTabs,
    read: (id) => readConversation(db, id),
    async write(change) {
      const outcome = await writeConversation(db, change)
      notifyTabs(change.id)
      return outcome
    },
    watch(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      })
    },
  }
}
