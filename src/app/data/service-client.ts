import { readErrorDetail } from '#contract/error-dialects.ts'
import { parseJson } from '#contract/json.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { connection, markRefused } from './connection.ts'

/** The service said no, or could not be reached; `detail.message` is a sentence for the person at the page. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly detail: ErrorDetail

  constructor(detail: ErrorDetail) {
    super(detail.message)
    this.detail = detail
  }
}

/**
 * Calls the service that served this page. `path` begins with `/v1`; a body is sent as JSON.
 * Rejects with `ServiceFailure` for every answer but a success, and with the signal's reason when aborted.
 */
export async function callService(
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<Response> {
  const { key } = connection.getState()
  const headers: Record<string, string> = {}
  if (key !== null) headers['authorization'] = `Bearer ${key}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(path, {
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
  if (response.status === 401) markRefused(key)
  if (!response.ok) throw new ServiceFailure(await refusalOf(response))
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
