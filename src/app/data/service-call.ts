import { readErrorDetail } from '#contract/error-dialects.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { ServiceFailure } from './service-failure.ts'

/** One call of the service with everything it needs, so that a worker can make it: nothing is read from the page. */
export interface ServiceCall {
  /** The whole address. */
  url: string
  key: string | null
  /** Sent as JSON, by POST; undefined is a GET. */
  body?: unknown
}

/** Rejects with `ServiceFailure` for every answer but a success, and with the signal's reason when aborted. */
export async function makeServiceCall({ url, key, body }: ServiceCall, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {}
  if (key !== null) headers['authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    // Nothing but the key says who is calling.
    credentials: 'omit',
  }).catch((reason: unknown) => {
    if (signal?.aborted) throw reason
    throw new ServiceFailure({
      message: 'Parley’s service cannot be reached. Check that it is still running, then try again.',
      type: 'connection_error',
      param: null,
      code: 'service_unreachable',
    })
  })
  if (!response.ok) throw new ServiceFailure(await refusalOf(response), response.status)
  return response
}

async function refusalOf(response: Response): Promise<ErrorDetail> {
  const detail = readErrorDetail(parseJson(await response.text().catch(() => '')))
  return (
    detail ?? {
      message: `The service answered ${response.status} without saying why. Check its log, then try again.`,
      type: 'internal_error',
      param: null,
      code: null,
    }
  )
}
