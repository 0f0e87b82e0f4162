import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import type { ChosenFile } from '#app/data/model-files/read-model-files.ts'
import { focusOn } from '#app/ui/focus.ts'
import { closeOverlay, openOverlay, overlays } from '#app/ui/overlays.ts'
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

/** Asks for a model file, opens it and shows the progress. `show` navigates to the playground. */
export async function chooseModel(show: () => void): Promise<void> {
  const { chooseModelFiles } = await import('#app/features/settings/open-model-file.ts')
  const chosen = await chooseModelFiles()
  if (chosen.length === 0) return
  show()
  await openModel(chosen)
}

async function openModel(chosen: readonly ChosenFile[]): Promise<void> {
  const { openChosenModel } = await import('#app/features/settings/open-model-file.ts')
  const { modelFiles } = await import('#app/data/model-files/model-files.ts')
  if (overlays.getState().open !== 'connect') {
    modelFiles.setState({ isOpening: true })
    openOverlay('connect')
  }
  const outcome = await openChosenModel(chosen)
  if (outcome === undefined || overlays.getState().open !== 'connect') return
  closeOverlay(outcome)
  // After the dialog has given the focus back.
  setTimeout(() => focusOn('Message'))
}

interface DroppedFiles {
  files: readonly File[]
  /** Those that the browser has for the files. */
  handles: readonly (Promise<FileSystemHandle | null> | undefined)[]
}

/** Opens a dropped setup, conversation or model, or attaches the files to the message where `target` is. */
export async function openOrAttach(
  { files, handles }: DroppedFiles,
  target: Element | null,
  show: () => void,
): Promise<void> {
  if (files.some(({ name }) => /\.gguf$/iu.test(name))) {
    const { droppedFiles } = await import('#app/features/settings/open-model-file.ts')
    show()
    return openModel(await droppedFiles(files, handles))
  }
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
