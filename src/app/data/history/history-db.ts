import { Dexie, type Table, type Transaction } from 'dexie'
import { type StoredConversation, type StoredMessage, historyName } from './rows.ts'

/** A shape of the database. A change is a further row: what stands here has been in people's browsers. */
export interface HistoryVersion {
  version: number
  /** Dexie's words: the primary key first, then what is indexed. Tables that are not named stay as they are. */
  tables: Record<string, string | null>
  /** Brings what was kept in the shape before into this one. */
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>
}

/** Every shape that it ever had, oldest first. */
export const historyVersions: readonly HistoryVersion[] = [
  {
    version: 1,
    tables: { conversations: 'id, updatedAt', messages: '[conversationId+paneId+id], conversationId' },
  },
]

/** The database of conversations; see `rows.ts` for what stands in it. */
export class HistoryDb extends Dexie {
  readonly conversations: Table<StoredConversation, string>
  readonly messages: Table<StoredMessage, [conversationId: string, paneId: string, id: string]>

  constructor(name: string = historyName, versions: readonly HistoryVersion[] = historyVersions) {
    super(name)
    for (const { version, tables, upgrade } of versions) {
      const step = this.version(version).stores(tables)
      if (upgrade) step.upgrade(upgrade)
    }
    this.conversations = this.table('conversations')
    this.messages = this.table('messages')
  }
}
