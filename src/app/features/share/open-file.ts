import { fileFormat } from '#app/data/history/history-file.ts'
import { limits } from '#app/data/share/shared-setup.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import { receiveImport, receiveSetup, type ImportOutcome } from './opened-setup.ts'

/**
 * Opens a file that holds a setup, the body of a chat request or a curl command; one of conversations goes to
 * `importFile`. Nothing is sent. Never rejects.
 */
export async function openSharedFile(file: File, importFile: (file: File) => Promise<ImportOutcome>): Promise<void> {
  if (await isOfConversations(file)) return receiveImport(await importFile(file))
  if (file.size > 4 * limits.fileCharacters) return receiveSetup('too-large')
  const text = await file.text().catch(() => undefined)
  receiveSetup(text === undefined ? 'damaged' : setupFromText(text, location.origin))
}

/** By its first characters, where our own files say what they are: such a file may be long. */
async function isOfConversations(file: Blob): Promise<boolean> {
  const start = await file
    .slice(0, 200)
    .text()
    .catch(() => '')
  return new RegExp(String.raw`^\s*\{\s*"format":\s*"${fileFormat.replace('.', String.raw`\.`)}"`, 'u').test(start)
}
