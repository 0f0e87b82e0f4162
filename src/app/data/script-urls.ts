// oxlint-disable-next-line import/default -- the default export is the bundler's
import workerUrl from './reply-reader.worker.ts?worker&url'

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
export function trustedServiceWorkerUrl(): string {
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
