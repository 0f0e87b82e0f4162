import { fileFormat } from '#app/data/history/history-file.ts'
import { limits } from '#app/data/share/shared-setup.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { receiveImport, receiveSetup, type ImportOutcome } from './opened-setup.ts'

/**
 * Opens a file with a setup, a chat request body or a curl command. A file of conversations is passed to `importFile`.
 * Sends nothing. Never rejects.
 */
export async function openSharedFile(file: File, importFile: (file: File) => Promise<ImportOutcome>): Promise<void> {
  if (await isConversationFile(file)) return receiveImport(await importFile(file))
  if (file.size > 4 * limits.fileCharacters) return receiveSetup('too-large')
  const text = await file.text().catch(() => undefined)
  receiveSetup(text === undefined ? 'damaged' : setupFromText(text, location.origin))
}

/** Decided by the first characters, since such a file may be large. */
async function isConversationFile(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, 200)
    .text()
    .catch(() => '')
  return new RegExp(String.raw`^\s*\{\s*"format":\s*"${fileFormat.replace('.', String.raw`\.`)}"`, 'u').test(start)
}
