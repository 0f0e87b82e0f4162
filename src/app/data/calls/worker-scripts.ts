// oxlint-disable-next-line import/default -- the default export is the bundler's
import workerUrl from './reply-reader.worker.ts?worker&url'
// oxlint-disable-next-line import/default -- the default export is the bundler's
import patternUrl from '#app/data/experiments/pattern.worker.ts?worker&url'
// oxlint-disable-next-line import/default -- the default export is the bundler's
import modelUrl from '#app/data/model-files/llama.worker.ts?worker&url'
import { createStore } from 'zustand/vanilla'

/** The page's only Trusted Types policy: it allows our own workers. The CSP rejects any second policy. */
const policyName = 'parley'

interface PolicyRules {
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    /** Not in TypeScript's DOM types yet, and missing in some browsers. */
    trustedTypes?: { createPolicy(name: string, rules: PolicyRules): PolicyRules }
  }
}

let policy: PolicyRules | undefined

/** The URL of the worker that reads replies, as a TrustedScriptURL where the browser supports it. */
export function replyWorkerUrl(): string {
  return trusted(workerUrl)
}

/** The URL of the worker that matches patterns, likewise. */
export function patternWorkerUrl(): string {
  return trusted(patternUrl)
}

/** The URL of the worker that runs a model in a file, likewise. */
export function modelWorkerUrl(): string {
  return trusted(modelUrl)
}

function serviceWorkerUrl(): string {
  return new URL('service-worker.js', location.href).pathname
}

function trusted(url: string): string {
  const { trustedTypes } = window
  if (!trustedTypes) return url
  policy ??= trustedTypes.createPolicy(policyName, {
    createScriptURL(requested) {
      if (![workerUrl, patternUrl, modelUrl, serviceWorkerUrl()].includes(requested)) {
        throw new TypeError(`Not a script of this page: ${requested}`)
      }
      return requested
    },
  })
  return policy.createScriptURL(url)
}

/** Whether a newer version of the page is installed and waits to be activated. */
export const appUpdate = createStore(() => ({ isReady: false }))

let waiting: ServiceWorker | null = null

/** Caches the files of a static copy so that it opens offline. Never rejects. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(trusted(serviceWorkerUrl()))
    const update = () => {
      // The first worker ever installed doesn't replace anything, so there is no update to offer.
      waiting = navigator.serviceWorker.controller ? registration.waiting : null
      appUpdate.setState({ isReady: waiting !== null })
    }
    update()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', update))
  } catch {
    // Not a secure context, or service workers are disabled: the page then needs a network.
  }
}

/** Activates the newer version and reloads the page. */
export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  waiting?.postMessage('take-over')
}
