import type { ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { addressSpaceOf } from '#app/data/connections/base-url.ts'
import { readErrorDetail, readRetryAfter } from '#dialects/errors.ts'
import type { ExchangeRecorder } from './exchange-recorder.ts'
import { isStaticCopy } from './page-host.ts'

interface FailureDetails {
  /** The HTTP status; undefined if there was no response. */
  status?: number | undefined
  /** When the service allows a retry, in milliseconds since the epoch; undefined if it didn't say. */
  retryAt?: number | undefined
}

/** The service returned an error or could not be reached. `detail.message` is written for the user. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly detail: ErrorDetail
  readonly status: number | undefined
  readonly retryAt: number | undefined

  constructor(detail: ErrorDetail, { status, retryAt }: FailureDetails = {}) {
    super(detail.message)
    this.detail = detail
    this.status = status
    this.retryAt = retryAt
  }
}

/** One call of a service. Self-contained, so that a worker can make it. */
export interface ServiceCall {
  /** An absolute URL, or a path on this page's origin. */
  url: string
  key: string | null
  /** Further headers that the provider needs. */
  headers?: Readonly<Record<string, string>> | undefined
  /** A string is sent unchanged as JSON. */
  body?: unknown
  /** `POST` with a body and `GET` without one, by default. */
  method?: string | undefined
  /** JSON as the user typed it. Numbers in `body` that come from it are sent with the same digits. */
  rawJson?: string
  /** The bytes of the files that `body` refers to, by their hashes; see `attachments/request-parts.ts`. */
  files?: ReadonlyMap<string, Blob>
  /** The ETag of the copy the caller has. If it is current, the response is a 304 without a body. */
  etag?: string | undefined
  /** The reply that is requested; its exchange can be inspected under this id. */
  replyId?: string
  /** Whether the service sends heartbeats, so that a long silence means a broken connection. */
  hasHeartbeat?: boolean
  /** Answers the call in this page, in place of a server. Such a call can't be passed to a worker. */
  answer?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/**
 * Makes the call. Rejects with `ServiceFailure` for every error response (304 is a success), and with the signal's
 * reason when aborted.
 */
export async function makeServiceCall(
  { url, key, headers: more, body, method, etag: tag, answer = send }: ServiceCall,
  signal?: AbortSignal,
  recorder?: ExchangeRecorder,
): Promise<Response> {
  const headers: Record<string, string> = { ...more }
  if (key !== null) headers['authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (tag !== undefined) headers['if-none-match'] = tag
  // Serialized before `markSent`, since a long conversation takes a while.
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  recorder?.markSent()
  const response = await answer(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: text,
    signal: signal ?? null,
    // Only the key identifies the caller.
    credentials: 'omit',
    // The key must never follow a redirect to another address.
    redirect: 'error',
  }).catch((reason: unknown) => {
    if (signal?.aborted) throw reason
    throw new ServiceFailure({
      message: 'Parley’s service cannot be reached. Check that it is still running, then try again.',
      type: 'connection_error',
      param: null,
      code: 'service_unreachable',
    })
  })
  recorder?.addResponse(response)
  if (!response.ok && response.status !== 304) {
    const retryAt = readRetryAfter(response.headers, Date.now())
    throw new ServiceFailure(await readErrorResponse(response, recorder), { status: response.status, retryAt })
  }
  return response
}

/** A static copy has no service: calls to its own origin are handled in the page. */
async function send(url: string, init: RequestInit): Promise<Response> {
  if (!isStaticCopy) return fetch(url, { ...init, ...localNetworkAccess(url) })
  const address = new URL(url, location.origin)
  if (address.origin !== location.origin) return fetch(url, { ...init, ...localNetworkAccess(url) })
  const { answerInPage } = await import('./in-page-service.ts')
  return answerInPage(new Request(address, init))
}

/** Names the address space of a local server, so that Chromium asks for permission before it blocks mixed content. */
export function localNetworkAccess(url: string): { targetAddressSpace?: 'loopback' | 'local' } {
  const space = URL.canParse(url) ? addressSpaceOf(new URL(url).hostname) : undefined
  return space === undefined ? {} : { targetAddressSpace: space }
}

async function readErrorResponse(response: Response, recorder: ExchangeRecorder | undefined): Promise<ErrorDetail> {
  const text = await response.text().catch(() => '')
  recorder?.addText(text)
  const detail = readErrorDetail(parseJson(text))
  return (
    detail ?? {
      message: `The service returned ${response.status} without a reason. Check its log, then try again.`,
      type: 'internal_error',
      param: null,
      code: null,
    }
  )
}
