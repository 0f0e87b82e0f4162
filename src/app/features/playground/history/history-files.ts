import { filesAsBase64 } from '#app/data/attachments/collect-files.ts'
import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { openConversation } from '#app/chat/persistence/open-conversation.ts'
import { readConversation, readEverything } from '#app/data/history/conversation-rows.ts'
import { attachmentsIn, writeHistoryFile, writeHistoryMarkdown } from '#app/data/history/history-file.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import { importConversations, largestFile, readHistoryFile } from '#app/data/history/import-file.ts'
import { historyDb } from '#app/data/history/open-history.ts'
import { type SavedConversation, titleOf } from '#app/data/history/rows.ts'
import { downloadText } from '#app/ui/copy-button.tsx'

export type FileKind = 'json' | 'markdown'

/** Downloads one conversation as a file. */
export async function exportConversation(id: string, kind: FileKind): Promise<void> {
  const stored = await readConversation(historyDb, id).catch((error: unknown) => {
    historyProblem.setState({ problem: problemOf(error) })
  })
  // If storage can't be read, the open conversation can still be exported.
  const open = openConversation()
  const saved = open?.row.id === id ? withStoredMetadata(open, stored ?? undefined) : stored
  if (saved) await download([saved], kind, toFileName(titleOf(saved.row)))
}

/** Downloads all conversations as one file, with the open one in its current state. */
export async function exportAll(kind: FileKind): Promise<void> {
  await (await loadPersister()).flush()
  // If storage can't be read, the open conversation can still be exported.
  const stored = await readEverything(historyDb).catch(() => [])
  const open = openConversation()
  const others = stored.filter(({ row }) => row.id !== open?.row.id)
  const storedOpen = stored.find(({ row }) => row.id === open?.row.id)
  await download(open ? [withStoredMetadata(open, storedOpen), ...others] : stored, kind, 'parley-conversations')
}

/** Imports the conversations of a file. Returns how many, or why the file was rejected. Never rejects. */
export async function importFile(file: File): Promise<{ added: number } | { refusal: string }> {
  if (file.size > largestFile)
    return { refusal: `It is larger than ${largestFile / 1024 / 1024} MB. Export fewer conversations at a time.` }
  const text = await file.text().catch(() => undefined)
  if (text === undefined)
    return { refusal: 'The browser couldn’t read it. Check that the file still exists, then choose it again.' }
  const read = readHistoryFile(text)
  if ('refusal' in read) return read
  try {
    await importConversations(historyDb, read.conversations, read.files)
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== 'full') return { refusal: 'The browser couldn’t save it. Try again, or use another browser.' }
    historyProblem.setState({ problem })
    return { refusal: 'This browser’s storage is full. Delete some conversations, then import again.' }
  }
  return { added: read.conversations.length }
}

/** The open conversation with the metadata that only the database has. */
function withStoredMetadata(open: SavedConversation, stored: SavedConversation | undefined): SavedConversation {
  const { pinned, createdAt, updatedAt } = stored?.row ?? open.row
  return { ...open, row: { ...open.row, pinned, createdAt, updatedAt } }
}

async function download(conversations: readonly SavedConversation[], kind: FileKind, name: string) {
  if (kind === 'json')
    downloadText(
      `${name}.json`,
      'application/json',
      writeHistoryFile(conversations, new Date(), await filesAsBase64(attachmentsIn(conversations))),
    )
  else downloadText(`${name}.md`, 'text/markdown', writeHistoryMarkdown(conversations))
}

function toFileName(title: string): string {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return plain.slice(0, 60).replace(/^-+|-+$/gu, '') || 'conversation'
}
