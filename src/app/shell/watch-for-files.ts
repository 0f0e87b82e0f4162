import { looksLikeCurl } from '#app/data/share/looks-like-curl.ts'
import { withSetups } from './setup-links.ts'

/**
 * Opens setups, conversations and model files that are dropped anywhere on the page, and attaches other files to the message if the
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
    const target = event.target instanceof Element ? event.target : null
    // The browser forgets them after the event.
    const handles = Array.from(event.dataTransfer?.items ?? [], (item: HandleItem) => item.getAsFileSystemHandle?.())
    void import('./open-files.ts').then(({ openOrAttach }) => openOrAttach({ files, handles }, target, show))
  })
}

/** TypeScript doesn't know the method, which only some browsers have. */
interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
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
