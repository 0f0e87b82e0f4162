import { heldAttachment } from '#app/data/attachments/attachment-store.ts'
import { type Attachment, readAttachments } from '#app/data/attachments/attachment.ts'
import { type Message, attachmentsOf } from '#app/data/message.ts'
import type { HistoryDb } from './history-db.ts'
import type { StoredConversation, StoredMessage } from './rows.ts'

/** The field `hashes` of the row of a message: absent without files. */
export function hashesField(message: Message): Pick<StoredMessage, 'hashes'> {
  const hashes = attachmentsOf(message).map(({ hash }) => hash)
  return hashes.length === 0 ? {} : { hashes }
}

/** The files of the drafts and queued messages of a conversation. */
export function draftedIn({ attached, panes }: Pick<StoredConversation, 'attached' | 'panes'>): Attachment[] {
  const turns = panes.flatMap(({ queued = [] }) => queued)
  return [
    ...(attached ?? []),
    ...panes.flatMap((pane) => pane.attached ?? []),
    ...turns.flatMap((turn) => (typeof turn === 'string' ? [] : readAttachments(turn.attachments))),
  ]
}

/** Saves the files with these hashes that this tab holds and the database doesn't. `at` is in milliseconds since the epoch. */
export async function writeAttachments(db: HistoryDb, hashes: readonly string[], at: number): Promise<void> {
  const known = new Set(await db.attachments.where('hash').anyOf(hashes).primaryKeys())
  const missing = [...new Set(hashes)].flatMap((hash) => {
    const blob = known.has(hash) ? undefined : heldAttachment(hash)
    return blob ? [{ hash, blob, addedAt: at }] : []
  })
  await db.attachments.bulkPut(missing)
}

/** How long a file is kept that no conversation uses, in milliseconds: its draft may not be saved yet. */
const unusedTime = 24 * 60 * 60 * 1000

/**
 * Removes the files that no conversation uses any more: those of `candidates`, and others once they were added a day
 * ago. Call it in a transaction over all tables.
 */
export async function sweepAttachments(db: HistoryDb, candidates: readonly string[], at: number): Promise<void> {
  const old = await db.attachments
    .where('addedAt')
    .below(at - unusedTime)
    .primaryKeys()
  const unsure = new Set([...candidates, ...old])
  if (unsure.size === 0) return
  const drafted = new Set((await db.conversations.toArray()).flatMap(draftedIn).map(({ hash }) => hash))
  for (const hash of unsure) {
    if (drafted.has(hash) || (await db.messages.where('hashes').equals(hash).count()) > 0) continue
    await db.attachments.delete(hash)
  }
}
