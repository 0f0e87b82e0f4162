import type { ErrorDetail } from '#contract/errors.ts'

/** What keeps a page from a service before the service can say anything, by the code of the failure. */
export const pageFailureCodes = [
  'service_unreachable',
  'cors_blocked',
  'mixed_content',
  'redirected',
  'page_offline',
  'page_timeout',
  'not_the_api',
  'connection_removed',
] as const
export type PageFailureCode = (typeof pageFailureCodes)[number]

/** Such a failure, as one of the service's own. `explainFailure` says more of it. */
export function pageFailure(code: PageFailureCode, message: string): ErrorDetail {
  return { message, type: 'connection_error', param: null, code }
}

/**
 * Why a call of another origin came to nothing, which browsers keep from pages: asks the address again, without a key
 * and without reading what it says. Times out like the silence it may be. Never rejects.
 */
export async function diagnoseFailure(address: string, signal?: AbortSignal): Promise<PageFailureCode> {
  if (!navigator.onLine) return 'page_offline'
  const patience = AbortSignal.timeout(5_000)
  const ask = (init: RequestInit) =>
    fetch(address, {
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      ...init,
    }).catch(() => undefined)

  const readable = await ask({ redirect: 'manual' })
  if (readable?.type === 'opaqueredirect') return 'redirected'
  // A plain question may be read and ours may not: what is refused is its headers.
  if (readable) return 'cors_blocked'
  return (await ask({ mode: 'no-cors' })) ? 'cors_blocked' : 'service_unreachable'
}

/** In a few words, for where there is no room or no connection to explain it by; `explainFailure` says the rest. */
const words: Record<PageFailureCode, (name: string) => string> = {
  service_unreachable: (name) => `${name} cannot be reached. Check that it runs, then try again.`,
  cors_blocked: (name) => `${name} does not let this page read its answers (CORS). Allow this page’s origin there.`,
  mixed_content: (name) => `The browser lets a page from https call no http address such as that of ${name}.`,
  redirected: (name) => `${name} sends calls on to another address. Use that one as the base URL.`,
  page_offline: () => 'This device has no network now. Try again once it has.',
  page_timeout: (name) => `${name} did not answer in time. Try again in a while.`,
  not_the_api: (name) => `${name} does not speak the chat-completions interface. Check its base URL.`,
  connection_removed: () => 'The connection of this pane has been removed. Choose a model of another one.',
}

/** A failure of the page's own by its code. */
export function pageFailureOf(code: PageFailureCode, name: string): ErrorDetail {
  return pageFailure(code, words[code](name))
}

/** The failure of a call that another service never answered, with the reason that can be found out. */
export async function unansweredCall(
  { name, apiBase }: { name: string; apiBase: string },
  signal?: AbortSignal,
): Promise<ErrorDetail> {
  return pageFailureOf(await diagnoseFailure(`${apiBase}/models`, signal), name)
}
