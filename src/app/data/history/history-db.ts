import { Dexie, type Table, type Transaction } from 'dexie'
import { type StoredAttachment, type StoredConversation, type StoredMessage, historyDatabaseName } from './rows.ts'

/**
 * A version of the database schema. Add a row to change it; never edit one, since browsers have databases of every
 * version.
 */
export interface HistoryVersion {
  version: number
  /** Dexie's notation: the primary key, then the indexes. Tables not listed stay as they are. */
  tables: Record<string, string | null>
  /** Migrates the data of the previous version. */
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>
}

/** All versions, oldest first. */
export const historyVersions: readonly HistoryVersion[] = [
  {
    version: 1,
    tables: { conversations: 'id, updatedAt', messages: '[conversationId+paneId+id], conversationId' },
  },
  {
    // Files of messages. Rows of messages without files have no `hashes`.
    version: 2,
    tables: { messages: '[conversationId+paneId+id], conversationId, *hashes', attachments: 'hash, addedAt' },
  },
]

/** The database of conversations; `rows.ts` describes its rows. */
export class HistoryDb extends Dexie {
  readonly conversations: Table<StoredConversation, string>
  readonly messages: Table<StoredMessage, [conversationId: string, paneId: string, id: string]>
  readonly attachments: Table<StoredAttachment, string>

  constructor(name: string = historyDatabaseName, versions: readonly HistoryVersion[] = historyVersions) {
    super(name)
    for (const { version, tables, upgrade } of versions) {
      const step = this.version(version).stores(tables)
      if (upgrade) step.upgrade(upgrade)
    }
    this.conversations = this.table('conversations')
    this.messages = this.table('messages')
    this.attachments = this.table('attachments')
  }
}
