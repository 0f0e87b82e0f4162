import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { withSetups } from './setup-links.ts'

/** Opens a file chooser, then the chosen file. */
export function chooseFile(show: () => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,.txt,.sh,application/json,text/plain'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void openFile(file, show)
  })
  input.click()
}

/** Opens a dropped setup or conversation, or attaches the files to the message where `target` is. */
export async function openOrAttach(files: readonly File[], target: Element | null, show: () => void): Promise<void> {
  const [file] = files
  const inPlayground = document.querySelector('[data-composer]') !== null
  const { isSharedFile } = await import('#app/features/share/open-file.ts')
  if (!file || !inPlayground || (files.length === 1 && (await isSharedFile(file)))) {
    if (file) await openFile(file, show)
    return
  }
  const { attachDropped } = await import('#app/chat/attachments/attach-files.ts')
  await attachDropped(target, files)
}

function openFile(file: File, show: () => void): Promise<void> {
  return withSetups(show, async () => {
    const { openSharedFile } = await import('#app/features/share/open-file.ts')
    await openSharedFile(file, importConversations)
  })
}

/** Loaded on demand: only files of conversations need it. */
async function importConversations(file: File) {
  const { importFile } = await import('#app/features/playground/history/history-files.ts')
  const outcome = await importFile(file)
  await loadPersister()
  return outcome
}
