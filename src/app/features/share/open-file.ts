import { fileFormat } from '#app/data/history/history-file.ts'
import { limits } from '#app/data/share/shared-setup.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { receiveImport, receiveSetup, receiveWithFiles, type ImportOutcome } from './opened-setup.ts'

/**
 * Opens a file with a setup, a chat request body or a curl command. A file of conversations is passed to `importFile`.
 * Sends nothing. Never rejects.
 */
export async function openSharedFile(file: File, importFile: (file: File) => Promise<ImportOutcome>): Promise<void> {
  if (await isConversationFile(file)) return receiveImport(await importFile(file))
  if (file.size > 4 * limits.fileCharacters) return receiveSetup('too-large')
  const text = await file.text().catch(() => undefined)
  await receiveWithFiles(text === undefined ? 'damaged' : setupFromText(text, location.origin))
}

/** Whether a file is meant to be opened rather than attached. One that was exported from Parley is, even if it is damaged. */
export async function isSharedFile(file: File): Promise<boolean> {
  if (await isConversationFile(file)) return true
  if (file.size > 4 * limits.fileCharacters || !(await startsAsText(file))) return false
  const text = await file.text().catch(() => '')
  return typeof setupFromText(text, location.origin) !== 'string'
}

/** Whether the first characters are text. An image of megabytes needn't be read as text to find that it is none. */
async function startsAsText(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, 200)
    .text()
    .catch(() => '\u0000')
  return !/[\0\uFFFD]/u.test(start.slice(0, -1))
}

/** Decided by the first characters, since such a file may be large. */
async function isConversationFile(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, 200)
    .text()
    .catch(() => '')
  return new RegExp(String.raw`^\s*\{\s*"format":\s*"${fileFormat.replace('.', String.raw`\.`)}"`, 'u').test(start)
}
