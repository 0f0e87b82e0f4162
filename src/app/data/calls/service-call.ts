import type { ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { readErrorDetail } from '#dialects/errors.ts'
import type { ExchangeRecorder } from './exchange-recorder.ts'
import { servesItself } from './page-host.ts'

interface Refusal {
  /** The HTTP status; undefined where nobody answered. */
  status?: number | undefined
  /** Before when it does not want to be asked again, in milliseconds since the epoch; undefined where it did not say. */
  retryAt?: number | undefined
}

/** The service said no, or could not be reached; `detail.message` is a sentence for the person at the page. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly detail: ErrorDetail
  readonly status: number | undefined
  readonly retryAt: number | undefined

  constructor(detail: ErrorDetail, { status, retryAt }: Refusal = {}) {
    super(detail.message)
    this.detail = detail
    this.status = status
    this.retryAt = retryAt
  }
}

/**
 * When a service wants to be asked again at the earliest, in milliseconds since the epoch; undefined where it does not
 * say. RFC 9110, 10.2.3, in seconds or as a date; and `retry-after-ms`, which several services send beside it.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && /^\d+(?:\.\d+)?$/u.test(exact)) return now + Number(exact)
  const said = headers.get('retry-after')
  if (said === null) return undefined
  if (/^\d+$/u.test(said)) return now + Number(said) * 1_000
  const date = Date.parse(said)
  return Number.isNaN(date) ? undefined : Math.max(now, date)
}

/** One call of the service with everything it needs, so that a worker can make it: nothing is read from the page. */
export interface ServiceCall {
  /** The whole address, or a path of this page's own origin. */
  url: string
  key: string | null
  /** Sent by POST, as JSON unless it is a string, which is JSON already; undefined is a GET. */
  body?: unknown
  /** JSON in which fields of the body were written: their numbers are sent with the digits that they have there. */
  written?: string
  /** The ETag of what the caller has already; where that still holds, the answer is a 304 without a body. */
  tag?: string | undefined
  /** The reply it asks for, by whose id the exchange can be inspected. */
  replyId?: string
  /** Whether the service says every few seconds that it is alive, so that longer silence means that the way to it broke. */
  beats?: boolean
}

/** Rejects with `ServiceFailure` for every answer but a success, and with the signal's reason when aborted. */
export async function makeServiceCall(
  { url, key, body, tag }: ServiceCall,
  signal?: AbortSignal,
  recorder?: ExchangeRecorder,
): Promise<Response> {
  const headers: Record<string, string> = {}
  if (key !== null) headers['authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (tag !== undefined) headers['if-none-match'] = tag
  // Before the request is sent, as a long conversation takes a while to write down.
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  recorder?.sent()
  const response = await send(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: text,
    signal: signal ?? null,
    // Nothing but the key says who is calling.
    credentials: 'omit',
    // A key is for the address it is sent to: nobody may send it on.
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
  recorder?.answered(response)
  if (!response.ok && response.status !== 304) {
    const retryAt = readRetryAfter(response.headers, Date.now())
    throw new ServiceFailure(await refusalOf(response, recorder), { status: response.status, retryAt })
  }
  return response
}

/** A copy of the page that has no service beside it answers its own calls. */
async function send(url: string, init: RequestInit): Promise<Response> {
  if (!servesItself) return fetch(url, init)
  const address = new URL(url, location.origin)
  if (address.origin !== location.origin) return fetch(url, init)
  const { answerInPage } = await import('./in-page-service.ts')
  return answerInPage(new Request(address, init))
}

async function refusalOf(response: Response, recorder: ExchangeRecorder | undefined): Promise<ErrorDetail> {
  const text = await response.text().catch(() => '')
  recorder?.heard(text)
  const detail = readErrorDetail(parseJson(text))
  return (
    detail ?? {
      message: `The service answered ${response.status} without saying why. Check its log, then try again.`,
      type: 'internal_error',
      param: null,
      code: null,
    }
  )
}
