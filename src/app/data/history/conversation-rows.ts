import { draftedIn, sweepAttachments, writeAttachments } from './attachment-rows.ts'
import type { HistoryDb } from './history-db.ts'
import type { StoredConversation, StoredMessage, StoredPane, SavedConversation } from './rows.ts'

/** A conversation with its messages; undefined if it doesn't exist or was deleted. */
export function readConversation(db: HistoryDb, id: string): Promise<SavedConversation | undefined> {
  return db.transaction('r', db.conversations, db.messages, async () => {
    const row = await db.conversations.get(id)
    if (row === undefined || row.deletedAt !== null) return undefined
    return { row, messages: inOrder(await db.messages.where('conversationId').equals(id).toArray()) }
  })
}

/** All conversations that were not deleted, latest first. */
export async function listConversations(db: HistoryDb): Promise<StoredConversation[]> {
  const rows = await db.conversations.orderBy('updatedAt').toArray()
  return rows.filter(({ deletedAt }) => deletedAt === null).toReversed()
}

/** All conversations that were not deleted with their messages, for an export of everything. */
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
  /** True if the row may not exist yet, or must be restored if it was deleted; the change then holds everything. */
  whole: boolean
  /** True if a message or reply was added, which moves the conversation to the top of the list. */
  touched: boolean
  fields: Partial<Pick<StoredConversation, 'title' | 'opening' | 'detached' | 'draft' | 'attached'>>
  /** New panes completely; of others the fields that changed. */
  panes: (Pick<StoredPane, 'id'> & Partial<StoredPane>)[]
  gonePanes: string[]
  /** The ids of this tab's panes from left to right; panes of other tabs come after them. */
  order: string[]
  put: StoredMessage[]
  gone: { paneId: string; id: string }[]
}

/**
 * Writes a change in one transaction, on top of what other tabs wrote. Resolves to `gone` if the conversation was
 * deleted and the change doesn't restore it. Rejects with the database's error; then nothing was written.
 */
export function writeConversation(db: HistoryDb, change: ConversationChange): Promise<'written' | 'gone'> {
  return db.transaction('rw', db.conversations, db.messages, db.attachments, async () => {
    const { id } = change
    const kept = await db.conversations.get(id)
    if ((kept === undefined || kept.deletedAt !== null) && !change.whole) return 'gone'
    const row = changedRow(kept, change)
    // The list observes this table, so a reply that merely grows must not write to it.
    if (row !== kept) await db.conversations.put(row)
    const hashes = [...change.put.flatMap((each) => each.hashes ?? []), ...draftedIn(row).map(({ hash }) => hash)]
    if (hashes.length > 0) await writeAttachments(db, hashes, change.at)
    await db.messages.bulkPut(change.put)
    await db.messages.bulkDelete(change.gone.map((each) => [id, each.paneId, each.id]))
    for (const paneId of change.gonePanes) {
      await db.messages.where('[conversationId+paneId+id]').between([id, paneId, ''], [id, paneId, '\uffff']).delete()
    }
    return 'written'
  })
}

/** The row with the change applied; the same object if nothing changes. */
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
  // Two infinities compare as NaN, which keeps their order.
  return [...changed, ...added].toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
}

/** False for changes to a pane that another tab closed meanwhile. */
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

/** How long a deletion can be undone, in milliseconds. */
export const undoTime = 10_000

/** Renames a conversation; null resets the title to its opening. */
export async function rename(db: HistoryDb, id: string, title: string | null): Promise<void> {
  await db.conversations.update(id, { title })
}

/** Pins a conversation to the top of the list, or unpins it. */
export async function setPinned(db: HistoryDb, id: string, pinned: boolean): Promise<void> {
  await db.conversations.update(id, { pinned })
}

/** Hides a conversation; `purge` removes it once that can't be undone any more. */
export async function markDeleted(db: HistoryDb, id: string, at: number): Promise<void> {
  await db.conversations.update(id, { deletedAt: at })
}

/** Undoes a deletion. */
export async function restore(db: HistoryDb, id: string): Promise<void> {
  await db.conversations.update(id, { deletedAt: null })
}

/** Removes conversations that were deleted more than `undoTime` before `at`. */
export async function purge(db: HistoryDb, at: number): Promise<void> {
  await db.transaction('rw', db.conversations, db.messages, db.attachments, async () => {
    const isOld = (deletedAt: number | null) => deletedAt !== null && deletedAt <= at - undoTime
    const rows = await db.conversations.filter(({ deletedAt }) => isOld(deletedAt)).toArray()
    const gone = rows.map(({ id }) => id)
    const messages = db.messages.where('conversationId').anyOf(gone)
    const used = (await messages.toArray()).flatMap(({ hashes = [] }) => hashes)
    await messages.delete()
    await db.conversations.bulkDelete(gone)
    await sweepAttachments(db, [...used, ...rows.flatMap(draftedIn).map(({ hash }) => hash)], at)
  })
}
