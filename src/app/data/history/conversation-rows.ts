import type { HistoryDb } from './history-db.ts'
import type { StoredConversation, StoredMessage, StoredPane, SavedConversation } from './rows.ts'

/** A conversation with its messages; undefined where there is none, or it was deleted. */
export function readConversation(db: HistoryDb, id: string): Promise<SavedConversation | undefined> {
  return db.transaction('r', db.conversations, db.messages, async () => {
    const row = await db.conversations.get(id)
    if (row === undefined || row.deletedAt !== null) return undefined
    return { row, messages: inOrder(await db.messages.where('conversationId').equals(id).toArray()) }
  })
}

/** Every conversation that was not deleted, the latest first. */
export async function listConversations(db: HistoryDb): Promise<StoredConversation[]> {
  const rows = await db.conversations.orderBy('updatedAt').toArray()
  return rows.filter(({ deletedAt }) => deletedAt === null).toReversed()
}

/** All that was not deleted, with every message: what an export of everything holds. */
export function readEverything(db: HistoryDb): Promise<SavedConversation[]> {
  return db.transaction('r', db.conversations, db.messages, async () => {
    const messages = new Map<string, StoredMessage[]>()
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
function inOrder(rows: StoredMessage[]): StoredMessage[] {
  return rows.toSorted((a, b) => a.message.createdAt - b.message.createdAt || a.place - b.place)
}

/** What changed in a conversation since it was last written or read. */
export interface ConversationChange {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  /** True where it may not be there yet, or must come back if it was deleted: then all of it is in here. */
  whole: boolean
  /** True where something was said or answered, which brings it to the top of the list. */
  touched: boolean
  fields: Partial<Pick<StoredConversation, 'title' | 'opening' | 'detached' | 'draft'>>
  /** Panes that are new, whole; of others what changed. */
  panes: (Pick<StoredPane, 'id'> & Partial<StoredPane>)[]
  gonePanes: string[]
  /** The panes of this tab from left to right; those of other tabs come after them. */
  order: string[]
  put: StoredMessage[]
  gone: { paneId: string; id: string }[]
}

/**
 * Writes a change in one transaction, on top of what other tabs wrote meanwhile. `gone` where the conversation was
 * deleted and the change does not bring it back. Rejects with the database's error; then nothing was written.
 */
export function writeConversation(db: HistoryDb, change: ConversationChange): Promise<'written' | 'gone'> {
  return db.transaction('rw', db.conversations, db.messages, async () => {
    const { id } = change
    const kept = await db.conversations.get(id)
    if ((kept === undefined || kept.deletedAt !== null) && !change.whole) return 'gone'
    const row = changedRow(kept, change)
    // The list listens to this table: a reply that merely grows does not write here.
    if (row !== kept) await db.conversations.put(row)
    await db.messages.bulkPut(change.put)
    await db.messages.bulkDelete(change.gone.map((each) => [id, each.paneId, each.id]))
    for (const paneId of change.gonePanes) {
      await db.messages.where('[conversationId+paneId+id]').between([id, paneId, ''], [id, paneId, '\uffff']).delete()
    }
    return 'written'
  })
}

/** The row with the change in it; the very same one where there is nothing to change in it. */
function changedRow(before: StoredConversation | undefined, change: ConversationChange): StoredConversation {
  const { id, at, fields, panes, gonePanes, touched } = change
  const same = Object.keys(fields).length === 0 && panes.length === 0 && gonePanes.length === 0
  if (before?.deletedAt === null && same && !touched) return before
  const base = before ?? newRow(id, at)
  return {
    ...base,
    ...fields,
    deletedAt: null,
    updatedAt: touched ? at : base.updatedAt,
    panes: changedPanes(base.panes, change),
  }
}

function changedPanes(before: readonly StoredPane[], { panes, gonePanes, order }: ConversationChange): StoredPane[] {
  const kept = before.filter(({ id }) => !gonePanes.includes(id))
  const changed = kept.map((pane) => ({ ...pane, ...panes.find(({ id }) => id === pane.id) }))
  const known = new Set(kept.map(({ id }) => id))
  const added = panes.filter((pane): pane is StoredPane => !known.has(pane.id) && isWhole(pane))
  const placeOf = ({ id }: StoredPane) => (order.includes(id) ? order.indexOf(id) : Infinity)
  // Two infinities compare as NaN, which leaves them as they stand.
  return [...changed, ...added].toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
}

/** False for changes to a pane that another tab has closed meanwhile. */
function isWhole({ setup, tip, draft }: Partial<StoredPane>): boolean {
  return setup !== undefined && tip !== undefined && draft !== undefined
}

function newRow(id: string, at: number): StoredConversation {
  return {
    id,
    title: null,
    opening: '',
    pinned: false,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    detached: false,
    draft: '',
    panes: [],
  }
}

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
