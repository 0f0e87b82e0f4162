/** The files of this tab: attached here, or read from the database. Dropped with the page. */
const held = new Map<string, Blob>()

/** Keeps the bytes of a file for this tab. A conversation that is saved takes them along; see `writeConversation`. */
export function holdAttachment(hash: string, blob: Blob): void {
  held.set(hash, blob)
}

/** The bytes of a file that this tab has read; undefined if they are in the database only, or gone. */
export function heldAttachment(hash: string): Blob | undefined {
  return held.get(hash)
}

/** Keeps the bytes of a file and saves them, so that a draft survives a reload. Never rejects. */
export async function saveAttachment(hash: string, blob: Blob): Promise<void> {
  holdAttachment(hash, blob)
  try {
    const [{ historyDb }, { writeAttachments }] = await loadHistory()
    await writeAttachments(historyDb, [hash], Date.now())
  } catch {
    // Without storage, or without room, the file stays in this tab. Saving the conversation reports the problem.
  }
}

/** The bytes of a file; undefined if they are gone. Never rejects. */
export async function findAttachment(hash: string): Promise<Blob | undefined> {
  const here = held.get(hash)
  if (here) return here
  const [{ historyDb }] = await loadHistory()
  const row = await historyDb.attachments.get(hash).catch(() => undefined)
  if (row) held.set(hash, row.blob)
  return row?.blob
}

function loadHistory() {
  return Promise.all([import('#app/data/history/open-history.ts'), import('#app/data/history/attachment-rows.ts')])
}
