import { connection, markRefused } from '#app/data/connections/connection.ts'
import { ServiceFailure, makeServiceCall } from './service-call.ts'

interface CallOptions {
  /** `POST` with a body and `GET` without one, by default. */
  method?: 'PATCH' | 'DELETE' | undefined
  /** Sent as JSON. */
  body?: unknown
  /** The ETag of a copy; if it is current, the response is a 304. */
  tag?: string | undefined
  signal?: AbortSignal
}

/**
 * Calls the service that served this page with this page's key. `path` begins with `/v1`. Rejects with `ServiceFailure` for
 * every error response, and with the signal's reason when aborted.
 */
export async function callService(path: string, { method, body, tag, signal }: CallOptions = {}): Promise<Response> {
  const { key } = connection.getState()
  try {
    return await makeServiceCall({ url: path, key, method, body, etag: tag }, signal)
  } catch (reason) {
    if (reason instanceof ServiceFailure && reason.status === 401) markRefused(key)
    throw reason
  }
}
