import { type LoggedRequestList, loggedRequestLimit, maxLoggedRequests } from '#contract/requests.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { admitCaller, hasScope } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import type { HttpResponse } from './responses.ts'

const defaultLimit = 100

/** `GET /v1/requests?request_id=&limit=`: the caller's own requests; everyone's with the scope `admin`. */
export function createRequestLogRoute(service: ServiceContext) {
  return async ({ header, query }: HttpContext): Promise<HttpResponse> => {
    const caller = await admitCaller(header, service)
    if (!service.requestLog) {
      throw refuse('not_found', 'The request log is off. Ask the operator to set PARLEY_REQUEST_LOG=metadata.')
    }
    const requestId = query.get('request_id') || undefined
    const limit = readLimit(query.get('limit'))
    const key = hasScope(caller, 'admin') ? undefined : caller.name
    const data = [...(await service.requestLog.find({ requestId, key, limit }))]
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers, body: JSON.stringify({ object: 'list', data } satisfies LoggedRequestList) }
  }
}

function readLimit(given: string | null): number {
  if (given === null) return defaultLimit
  const { data } = loggedRequestLimit.safeParse(/^\d+$/.test(given) ? Number(given) : undefined)
  if (data !== undefined) return data
  throw refuse('invalid_value', `limit must be a whole number from 1 to ${maxLoggedRequests}.`, { param: 'limit' })
}
