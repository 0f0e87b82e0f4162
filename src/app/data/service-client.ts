import { connection, markRefused } from './connection.ts'
import { makeServiceCall } from './service-call.ts'
import { ServiceFailure } from './service-failure.ts'

/**
 * Calls the service that served this page with this page's key. `path` begins with `/v1`; a body is sent as JSON; the
 * answer to a `tag` that still holds is a 304.
 * Rejects with `ServiceFailure` for every answer but a success, and with the signal's reason when aborted.
 */
export async function callService(
  path: string,
  { body, tag, signal }: { body?: unknown; tag?: string | undefined; signal?: AbortSignal } = {},
): Promise<Response> {
  const { key } = connection.getState()
  try {
    return await makeServiceCall({ url: path, key, body, tag }, signal)
  } catch (reason) {
    if (reason instanceof ServiceFailure && reason.status === 401) markRefused(key)
    throw reason
  }
}
