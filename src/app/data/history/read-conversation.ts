import type { HistoryDb } from './history-db.ts'
import type { ConversationRow, MessageRow, SavedConversation } from './rows.ts'

/** A conversation with its messages; undefined where there is none, or it was deleted. */
export function readConversation(db: HistoryDb, id: string): Promise<SavedConversation | undefined> {
  return db.transaction('r', db.conversations, db.messages, async () => {
    const row = await db.conversations.get(id)
    if (row === undefined || row.deletedAt !== null) return undefined
    return { row, messages: inOrder(await db.messages.where('conversationId').equals(id).toArray()) }
  })
}

/** Every conversation that was not deleted, the latest first. */
export async function listConversations(db: HistoryDb): Promise<ConversationRow[]> {
  const rows = await db.conversations.orderBy('updatedAt').toArray()
  return rows.filter(({ deletedAt }) => deletedAt === null).toReversed()
}

/** All that was not deleted, with every message: what an export of everything holds. */
export function readEverything(db: HistoryDb): Promise<SavedConversation[]> {
  return db.transaction('r', db.conversations, db.messages, async () => {
    const messages = new Map<string, MessageRow[]>()
    for (const row of await db.messages.toArray()) {
      const own = messages.get(row.conversationId)
      if (own) own.push(row)
      else messages.set(row.conversationId, [row])
    }
    const rows = await listConversations(db)
    return rows.map((row) => ({ row, messages: inOrder(messages.get(row.id) ?? []) }))
  })
}

/** Oldest first. */
function inOrder(rows: MessageRow[]): MessageRow[] {
  return rows.toSorted((a, b) => a.message.createdAt - b.message.createdAt || a.place - b.place)
}
