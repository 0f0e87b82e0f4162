import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { looksLikeCurl } from '#app/data/share/looks-like-curl.ts'
import { withSetups } from './setup-links.ts'

/**
 * Opens setups and conversations that are dropped anywhere on the page, and attaches other files to the message if the
 * playground is shown. The content decides, not the name. `show` navigates to the playground.
 */
export function watchForFiles(show: () => void): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    // A drop target that handles files itself has called preventDefault.
    if (files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    void openOrAttach(files, event.target instanceof Element ? event.target : null, show)
  })
}

/** Offers to open a pasted curl command as a setup. The text is pasted in any case. */
export function watchForPastedCurl(show: () => void): void {
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isMessage = event.target instanceof HTMLTextAreaElement && event.target.ariaLabel?.startsWith('Message')
    if (isMessage !== true || !looksLikeCurl(text)) return
    void withSetups(show, ({ offerSetupFromText }) => offerSetupFromText(text))
  })
}

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

async function openOrAttach(files: readonly File[], target: Element | null, show: () => void): Promise<void> {
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
