import { createStore } from 'zustand/vanilla'
import { trustedServiceWorkerUrl } from './script-urls.ts'

/** Whether a newer version of the page has been fetched and waits to be used. */
export const offlineCopy = createStore(() => ({ newerWaits: false }))

let waiting: ServiceWorker | null = null

/** Has the browser keep the files of a static copy, so that it opens without a network. Never rejects. */
export async function keepOfflineCopy(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(trustedServiceWorkerUrl())
    const tell = () => {
      // The very first worker replaces nothing, so that there is nothing to offer.
      waiting = navigator.serviceWorker.controller ? registration.waiting : null
      offlineCopy.setState({ newerWaits: waiting !== null })
    }
    tell()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
  } catch {
    // Not served safely, or switched off: the page works with a network only.
  }
}

/** Uses the newer version from now on, by loading the page again. */
export function takeNewerVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  waiting?.postMessage('take-over')
}
