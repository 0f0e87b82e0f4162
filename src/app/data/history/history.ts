import { type ConversationChange, readConversation, writeConversation } from './conversation-rows.ts'
import type { HistoryDb } from './history-db.ts'
import type { ReplyClaims } from './reply-claims.ts'
import type { SavedConversation } from './rows.ts'

/** Hands a message to the other tabs that listen on a channel. */
export function tellTabs(channel: BroadcastChannel, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message)
}

/** What keeps the conversations of a tab; tests hand in one over a database of their own. */
export interface History {
  readonly claims: ReplyClaims
  read(id: string): Promise<SavedConversation | undefined>
  /** Writes, and tells the other tabs. */
  write(change: ConversationChange): Promise<'written' | 'gone'>
  /** Tells the other tabs that this conversation was changed past `write`. */
  tell(id: string): void
  /** Calls back with the id of each conversation that another tab has changed. */
  watch(listener: (id: string) => void): void
}

/** A history over a database; tabs tell each other of what they wrote through a channel of its name. */
export function createHistory(db: HistoryDb, claims: ReplyClaims): History {
  const channel = new BroadcastChannel(`${db.name}.history`)
  const tell = (id: string) => tellTabs(channel, id)
  return {
    claims,
    tell,
    read: (id) => readConversation(db, id),
    async write(change) {
      const outcome = await writeConversation(db, change)
      tell(change.id)
      return outcome
    },
    watch(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      })
    },
  }
}
