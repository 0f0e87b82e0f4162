import { addressSpaceOf } from '#app/data/connections/base-url.ts'
import { localServers, providerAt } from '#dialects/providers.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { type PageFailureCode, pageFailureCodes } from './call-failure.ts'

/**
 * How to let pages from an origin read a service's responses: the server's own CORS setting if it can be guessed, or a way
 * around.
 */
function corsSolution(apiBase: string, pageOrigin: string): string {
  const provider = providerAt(apiBase)
  if (provider) return `Set ${provider.variable} and restart Parley, so that the server calls it directly.`
  const { port } = new URL(apiBase)
  const server = localServers.find((each) => String(each.port) === port)
  const allow = server?.allowOrigin
    ? server.allowOrigin(pageOrigin)
    : `Allow this origin and the authorization header there: OLLAMA_ORIGINS=${pageOrigin} for Ollama, --allowed-origins '["${pageOrigin}"]' for vLLM, PARLEY_CORS_ORIGINS=${pageOrigin} for another Parley`
  return `${allow}. Or add it under engines in parley.config.json, so the server calls it directly (no CORS).`
}

/** Kinds of failure. Each kind has its own next step. */
export type FailureKind =
  | PageFailureCode
  | 'key_missing'
  | 'key_refused'
  | 'forbidden'
  | 'model_not_found'
  | 'model_unavailable'
  | 'path_not_found'
  | 'rate_limited'
  | 'timed_out'
  | 'server_error'
  | 'rejected'

/** What the user can do next. */
export type NextStep = 'key' | 'model' | 'connection' | 'retry'

/** A failure explained to the user. */
export interface Explanation {
  kind: FailureKind
  /** What happened, and why if known. */
  problem: string
  /** What to do, unless `problem` already says it. */
  solution: string | null
  nextStep: NextStep
}

export interface CallFailure {
  detail: ErrorDetail
  /** The HTTP status; null or undefined if there was no response. */
  status?: number | null | undefined
}

/** The service that was called, and the page that called it. */
export interface FailedCallContext {
  name: string
  apiBase: string
  /** Whether the call sent a key. */
  sentKey: boolean
  /** Whether a key is saved now. */
  hasKey?: boolean
  pageOrigin: string
  /** True for the service that served the page: its error messages already say what to do. */
  isThisServer: boolean
}

function failureKindOf({ detail, status }: CallFailure, { sentKey, isThisServer }: FailedCallContext): FailureKind {
  const known = pageFailureCodes.find((code) => code === detail.code)
  if (known !== undefined) return known
  // A response that isn't a stream most likely comes from a web page.
  if (detail.code === 'upstream_invalid' && !isThisServer) return 'not_the_api'
  if (detail.code === 'model_inactive' || detail.code === 'model_not_ready') return 'model_unavailable'
  if (status === undefined || status === null)
    return detail.type === 'rate_limit_error' ? 'rate_limited' : 'server_error'
  if (status === 401) return sentKey ? 'key_refused' : 'key_missing'
  if (status === 403) return 'forbidden'
  if (status === 404)
    return isThisServer || /model/iu.test(`${detail.code} ${detail.message}`) ? 'model_not_found' : 'path_not_found'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 504) return 'timed_out'
  return status >= 500 ? 'server_error' : 'rejected'
}

/**
 * Explains what happened in a failed call and what to do next. Without `context` (its connection was removed or is saved in
 * another browser) only the service's own message is used. Pure.
 */
export function explainFailure(failure: CallFailure, context: FailedCallContext | undefined): Explanation {
  if (!context) {
    const solution = 'Its connection is not in this browser. Choose another model.'
    const removed = failure.detail.code === 'connection_removed'
    return {
      kind: 'connection_removed',
      problem: failure.detail.message,
      solution: removed ? null : solution,
      nextStep: 'model',
    }
  }
  const kind = failureKindOf(failure, context)
  return { kind, ...describe(kind, failure, context) }
}

function describe(
  kind: FailureKind,
  { detail, status }: CallFailure,
  context: FailedCallContext,
): Omit<Explanation, 'kind'> {
  const { name, apiBase, hasKey, pageOrigin, isThisServer } = context
  const { origin, hostname } = new URL(apiBase)
  const serviceMessage = detail.message
  switch (kind) {
    case 'service_unreachable':
      if (isThisServer) return { problem: serviceMessage, solution: null, nextStep: 'retry' }
      return {
        problem: `${name} cannot be reached at ${origin}.`,
        solution: providerAt(apiBase)
          ? 'Check your internet connection, then try again.'
          : addressSpaceOf(hostname) === 'loopback'
            ? 'Check that it is running on this computer and that the port is correct, then try again.'
            : 'Check that it is running and that the address is correct, then try again.',
        nextStep: 'connection',
      }
    case 'cors_blocked':
      return {
        problem: `${name} can be reached, but blocks requests from ${pageOrigin} (CORS).`,
        solution: corsSolution(apiBase, pageOrigin),
        nextStep: 'connection',
      }
    case 'local_network_blocked':
      return {
        problem: `The browser blocks calls from this page to ${name} (local network access).`,
        solution: pageOrigin.startsWith('http:')
          ? 'Open Parley over HTTPS or on the computer that runs it, then try again.'
          : `Open the site settings next to the address bar, allow ${addressSpaceOf(hostname) === 'loopback' ? 'apps on this device' : 'local network access'}, then try again.`,
        nextStep: 'retry',
      }
    case 'mixed_content':
      return {
        problem: `This page uses HTTPS, so the browser blocks HTTP requests to ${origin} (mixed content).`,
        solution: `Serve ${name} over HTTPS, or add it under engines in parley.config.json, so the server calls it directly.`,
        nextStep: 'connection',
      }
    case 'redirected':
      return {
        problem: `${origin} redirects to another address. Parley does not follow redirects, to protect your key.`,
        solution: 'Use the final address as the base URL.',
        nextStep: 'connection',
      }
    case 'page_offline':
      return { problem: 'You are offline.', solution: 'Try again when you are connected.', nextStep: 'retry' }
    case 'page_timeout':
      return {
        problem: `${name} did not respond in time.`,
        solution: 'It may be loading a model or be overloaded. Try again later.',
        nextStep: 'retry',
      }
    case 'not_the_api':
      return {
        problem: `${apiBase} has no chat completions API. It may be a web page.`,
        solution: 'Check the base URL. Most end in /v1.',
        nextStep: 'connection',
      }
    case 'connection_removed':
      return { problem: serviceMessage, solution: null, nextStep: 'model' }
    case 'key_missing':
      return hasKey === true
        ? {
            problem: `${name} requires an API key.`,
            solution: 'You have added one since. Retry.',
            nextStep: 'retry',
          }
        : {
            problem: `${name} requires an API key.`,
            solution: 'Add one, then retry.',
            nextStep: 'key',
          }
    case 'key_refused':
      return { problem: `${name} rejected the API key.`, solution: 'Replace it, then retry.', nextStep: 'key' }
    case 'forbidden':
      return {
        problem: `${name} refused the request (403): ${serviceMessage}`,
        solution: isThisServer
          ? null
          : 'Check the permissions of the key, and whether the provider allows requests from web pages.',
        nextStep: 'key',
      }
    case 'model_not_found':
      return {
        // The service’s own message refers to its API.
        problem: isThisServer ? `${name} doesn’t have this model.` : serviceMessage,
        solution: 'Choose another model.',
        nextStep: 'model',
      }
    case 'model_unavailable':
      return { problem: serviceMessage, solution: isThisServer ? null : 'Choose another model.', nextStep: 'model' }
    case 'path_not_found':
      return {
        problem: `${apiBase} responds, but has no chat completions API (404).`,
        solution: /\/v\d+\w*$/u.test(apiBase)
          ? 'Check the base URL.'
          : 'The base URL is probably missing /v1 at the end.',
        nextStep: 'connection',
      }
    case 'rate_limited':
      return {
        problem: serviceMessage,
        solution: isThisServer ? null : 'Wait a moment, then retry.',
        nextStep: 'retry',
      }
    case 'timed_out':
    case 'rejected':
      return { problem: serviceMessage, solution: null, nextStep: 'retry' }
    case 'server_error':
      return {
        problem:
          isThisServer || status === undefined || status === null
            ? serviceMessage
            : `${name} failed (${status}): ${serviceMessage}`,
        solution: isThisServer ? null : 'The problem is on the provider’s side. Try again, or check its log.',
        nextStep: 'retry',
      }
  }
}
