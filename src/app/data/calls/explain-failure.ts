import { isThisMachine } from '#app/data/connections/connection-target.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { type PageFailureCode, pageFailureCodes } from './call-failure.ts'

/** How engines that people run let a page read their answers, by the port they listen on unless told otherwise. */
const engines = [
  { port: '11434', allow: (origin: string) => `Start Ollama with OLLAMA_ORIGINS=${origin}` },
  { port: '8000', allow: (origin: string) => `Start vLLM with --allowed-origins '["${origin}"]'` },
  { port: '1234', allow: () => 'Switch on “Enable CORS” in the server settings of LM Studio' },
] as const

/** What lets pages of an origin read the answers of a service: a setting of it where we can guess which it is, or a way around. */
function corsCure(apiBase: string, pageOrigin: string): string {
  const { port } = new URL(apiBase)
  const likely = engines.find((engine) => engine.port === port)
  const allow = likely
    ? likely.allow(pageOrigin)
    : `Allow that origin there, with the authorization header: OLLAMA_ORIGINS=${pageOrigin} for Ollama, --allowed-origins '["${pageOrigin}"]' for vLLM, PARLEY_CORS_ORIGINS=${pageOrigin} for another Parley`
  return `${allow}. Or name it under engines in parley.config.json: then this server calls it, and the browser has no say.`
}

/** What went wrong with a call, in as many kinds as there are different next steps. */
export type FailureKind =
  | PageFailureCode
  | 'key_wanted'
  | 'key_refused'
  | 'forbidden'
  | 'no_such_model'
  | 'not_callable'
  | 'no_such_path'
  | 'busy'
  | 'too_slow'
  | 'broken'
  | 'refused'

/** Where a person goes from a failure. */
export type NextStep = 'key' | 'model' | 'connection' | 'again'

/** A failure in sentences for the person at the page. */
export interface Explanation {
  kind: FailureKind
  /** What happened, and why if that is known. */
  what: string
  /** What to do, where `what` does not say. */
  cure: string | null
  next: NextStep
}

/** What is known of a call that failed. */
export interface CallFailure {
  detail: ErrorDetail
  /** The HTTP status; null or undefined where nobody answered. */
  status?: number | null | undefined
}

/** Who was asked, from where. */
export interface FailedAt {
  name: string
  apiBase: string
  /** Whether a key was sent. */
  keyed: boolean
  /** Whether there is one by now. */
  hasKey?: boolean
  pageOrigin: string
  /** True for the service that served the page: its own sentences say what to do. */
  isThisServer: boolean
}

/** Which of the kinds a failure is. */
function failureKindOf({ detail, status }: CallFailure, { keyed, isThisServer }: FailedAt): FailureKind {
  const known = pageFailureCodes.find((code) => code === detail.code)
  if (known !== undefined) return known
  // What is not a stream of replies at all is a page of the web in the first place.
  if (detail.code === 'upstream_invalid' && !isThisServer) return 'not_the_api'
  if (detail.code === 'model_inactive' || detail.code === 'model_not_ready') return 'not_callable'
  if (status === undefined || status === null) return detail.type === 'rate_limit_error' ? 'busy' : 'broken'
  if (status === 401) return keyed ? 'key_refused' : 'key_wanted'
  if (status === 403) return 'forbidden'
  if (status === 404)
    return isThisServer || /model/iu.test(`${detail.code} ${detail.message}`) ? 'no_such_model' : 'no_such_path'
  if (status === 429) return 'busy'
  if (status === 408 || status === 504) return 'too_slow'
  return status >= 500 ? 'broken' : 'refused'
}

/**
 * Says what happened in a call that failed, and what to do next. Without `at`, that is where the connection that was
 * asked has been removed since, or is one of another browser, what it said stands for itself. Pure.
 */
export function explainFailure(failure: CallFailure, at: FailedAt | undefined): Explanation {
  if (!at) {
    const cure = 'Its connection is not here any more. Choose another model.'
    const removed = failure.detail.code === 'connection_removed'
    return { kind: 'connection_removed', what: failure.detail.message, cure: removed ? null : cure, next: 'model' }
  }
  const kind = failureKindOf(failure, at)
  return { kind, ...wordsOf(kind, failure, at) }
}

function wordsOf(kind: FailureKind, { detail, status }: CallFailure, at: FailedAt): Omit<Explanation, 'kind'> {
  const { name, apiBase, hasKey, pageOrigin, isThisServer } = at
  const { origin, hostname } = new URL(apiBase)
  const said = detail.message
  switch (kind) {
    case 'service_unreachable':
      if (isThisServer) return { what: said, cure: null, next: 'again' }
      return {
        what: `${name} cannot be reached at ${origin}.`,
        cure: isThisMachine(hostname)
          ? 'Check that it runs on this machine and that the port is right, then try again.'
          : 'Check that it runs and that the address is right, then try again.',
        next: 'connection',
      }
    case 'cors_blocked':
      return {
        what: `${name} can be reached, but does not let pages from ${pageOrigin} read its answers (CORS).`,
        cure: corsCure(apiBase, pageOrigin),
        next: 'connection',
      }
    case 'mixed_content':
      return {
        what: `This page came over https, so the browser does not let it call the plain http of ${origin} (mixed content).`,
        cure: `Serve ${name} over https, or name it under engines in parley.config.json: then this server calls it.`,
        next: 'connection',
      }
    case 'redirected':
      return {
        what: `${origin} sends calls on to another address, and a key must not follow there.`,
        cure: 'Use the address where it ends as the base URL.',
        next: 'connection',
      }
    case 'page_offline':
      return { what: 'This device has no network now.', cure: 'Try again once it has.', next: 'again' }
    case 'page_timeout':
      return {
        what: `${name} took the call and did not answer in time.`,
        cure: 'It may be loading a model, or be overloaded. Try again in a while.',
        next: 'again',
      }
    case 'not_the_api':
      return {
        what: `What answers at ${apiBase} does not speak the chat-completions interface; it may be a web page.`,
        cure: 'Check the base URL. Most end in /v1.',
        next: 'connection',
      }
    case 'connection_removed':
      return { what: said, cure: null, next: 'model' }
    case 'key_wanted':
      return hasKey === true
        ? {
            what: `${name} wants an API key, and had none from you.`,
            cure: 'One was added since: retry.',
            next: 'again',
          }
        : { what: `${name} wants an API key, and has none from you.`, cure: 'Add it, then retry.', next: 'key' }
    case 'key_refused':
      return { what: `${name} does not accept the API key.`, cure: 'Replace it, then retry.', next: 'key' }
    case 'forbidden':
      return {
        what: `${name} refuses this (403): ${said}`,
        cure: isThisServer ? null : 'Check what the key may do, and whether the service takes calls from pages.',
        next: 'key',
      }
    case 'no_such_model':
    case 'not_callable':
      return { what: said, cure: isThisServer ? null : 'Choose another model.', next: 'model' }
    case 'no_such_path':
      return {
        what: `${apiBase} answers, but has no chat-completions interface there (404).`,
        cure: /\/v\d+\w*$/u.test(apiBase) ? 'Check the base URL.' : 'The base URL probably lacks /v1 at its end.',
        next: 'connection',
      }
    case 'busy':
      return { what: said, cure: isThisServer ? null : 'Wait a moment, then retry.', next: 'again' }
    case 'too_slow':
    case 'refused':
      return { what: said, cure: null, next: 'again' }
    case 'broken':
      return {
        what: isThisServer || status === undefined || status === null ? said : `${name} failed (${status}): ${said}`,
        cure: isThisServer ? null : 'That is on its side. Try again, or look into its log.',
        next: 'again',
      }
  }
}
