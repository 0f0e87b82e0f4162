import { diagnoseFailure } from './diagnose-failure.ts'
import { pageFailure, type PageFailureCode } from './page-failure.ts'
import type { ErrorDetail } from '#contract/errors.ts'

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
