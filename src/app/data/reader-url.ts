// oxlint-disable-next-line import/default -- the default export is the bundler's
import workerUrl from './reply-reader.worker.ts?worker&url'

/** The one policy of the page: it admits the reader's own script and nothing else. */
const policyName = 'parley'

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  interface Window {
    /** Not yet in TypeScript's own list, and missing in some browsers. */
    trustedTypes?: PolicyFactory
  }
}

/** The address of the reader's script, as the page's Trusted Types want it where the browser knows them. */
export function trustedReaderUrl(): string {
  const { trustedTypes } = window
  if (!trustedTypes) return workerUrl
  const policy = trustedTypes.createPolicy(policyName, {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError(`Not a script of this page: ${url}`)
      return url
    },
  })
  return policy.createScriptURL(workerUrl)
}
