import type { HistoryDb } from './history-db.ts'

/** How long a deletion can be taken back, in milliseconds. */
export const undoTime = 10_000

/** Names a conversation; null lets its first words stand for a title again. */
export async function rename(db: HistoryDb, id: string, title: string | null): Promise<void> {
  await db.conversations.update(id, { title })
}

/** Keeps a conversation at the top of the list, or no longer. */
export async function setPinned(db: HistoryDb, id: string, pinned: boolean): Promise<void> {
  await db.conversations.update(id, { pinned })
}

/** Takes a conversation out of sight; `purge` removes it for good once that can't be taken back any more. */
export async function markDeleted(db: HistoryDb, id: string, at: number): Promise<void> {
  await db.conversations.update(id, { deletedAt: at })
}

/** Takes a deletion back. */
export async function restore(db: HistoryDb, id: string): Promise<void> {
  await db.conversations.update(id, { deletedAt: null })
}

/** Removes for good what was deleted longer than `undoTime` before `at`. */
export async function purge(db: HistoryDb, at: number): Promise<void> {
  await db.transaction('rw', db.conversations, db.messages, async () => {
    const isOld = (deletedAt: number | null) => deletedAt !== null && deletedAt <= at - undoTime
    const gone = await db.conversations.filter(({ deletedAt }) => isOld(deletedAt)).primaryKeys()
    await db.messages.where('conversationId').anyOf(gone).delete()
    await db.conversations.bulkDelete(gone)
  })
}
