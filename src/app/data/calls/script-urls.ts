// oxlint-disable-next-line import/default -- the default export is the bundler's
import workerUrl from './reply-reader.worker.ts?worker&url'
import { createStore } from 'zustand/vanilla'

/** The one policy of the page: it admits our own workers and nothing else. A second of any name is refused. */
const policyName = 'parley'

interface PolicyRules {
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    /** Not yet in TypeScript's own list, and missing in some browsers. */
    trustedTypes?: { createPolicy(name: string, rules: PolicyRules): PolicyRules }
  }
}

let policy: PolicyRules | undefined

/** The address of the reader's script, as the page's Trusted Types want it where the browser knows them. */
export function trustedReaderUrl(): string {
  return trusted(workerUrl)
}

/** The address of the script that keeps a static copy for when there is no network. */
function trustedServiceWorkerUrl(): string {
  return trusted(serviceWorkerUrl())
}

function serviceWorkerUrl(): string {
  return new URL('service-worker.js', location.href).pathname
}

function trusted(url: string): string {
  const { trustedTypes } = window
  if (!trustedTypes) return url
  policy ??= trustedTypes.createPolicy(policyName, {
    createScriptURL(asked) {
      if (asked !== workerUrl && asked !== serviceWorkerUrl()) {
        throw new TypeError(`Not a script of this page: ${asked}`)
      }
      return asked
    },
  })
  return policy.createScriptURL(url)
}

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
