import { newId, type Message } from '#app/data/message.ts'
import type { FileConversation } from './history-file.ts'
import type { HistoryDb } from './history-db.ts'
import { openingOf, type ConversationRow, type MessageRow } from './rows.ts'

/** Adds conversations of a file, each under ids of its own, so that nothing that is here is overwritten. All or none. */
export async function importConversations(db: HistoryDb, conversations: readonly FileConversation[]): Promise<void> {
  const rows = conversations.map(withNewIds)
  await db.transaction('rw', db.conversations, db.messages, async () => {
    await db.conversations.bulkAdd(rows.map(({ row }) => row))
    await db.messages.bulkAdd(rows.flatMap(({ messages }) => messages))
  })
}

function withNewIds({ panes, ...fields }: FileConversation): { row: ConversationRow; messages: MessageRow[] } {
  const conversationId = newId()
  const made = panes.map(({ messages, tip, ...pane }) => {
    const paneId = newId()
    const idOf = new Map(messages.map(({ id }) => [id, newId()]))
    const own = (id: string | null) => (id === null ? null : (idOf.get(id) ?? null))
    const copies = messages.map((each): Message => ({ ...each, id: own(each.id) ?? newId(), parent: own(each.parent) }))
    return {
      row: { ...pane, id: paneId, tip: own(tip) },
      messages: copies.map((message, place) => ({
        conversationId,
        paneId,
        id: message.id,
        place,
        stamp: newId(),
        message,
      })),
    }
  })
  const all = made.flatMap(({ messages }) => messages)
  return {
    row: {
      ...fields,
      id: conversationId,
      opening: openingOf(all.map(({ message }) => message)),
      deletedAt: null,
      panes: made.map(({ row }) => row),
    },
    messages: all,
  }
}
