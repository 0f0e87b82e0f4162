import { type ServiceContext, silentLog } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import { answerChat } from './chat.ts'
import { answerHealth, createMetricsRoute, createOpenApiRoute, createReadinessRoute } from './health.ts'
import { type HttpContext, clientClosedRequest, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { createModelListRoute, createModelRoute } from './models.ts'
import { type Found, type OperationId, findOperation } from './operations.ts'
import { type HttpResponse, errorResponse } from './responses.ts'

/** Answers one operation, in one piece; a refusal is thrown as a `ServiceError`. */
type Route = (http: HttpContext) => HttpResponse | Promise<HttpResponse>

/** Answers any request: what it asks for, or why that cannot be had. Never rejects; settles when that is whole or begun. */
export function createRequestHandler(service: ServiceContext): (http: HttpContext) => Promise<void> {
  const routes: Record<Exclude<OperationId, 'createChatCompletion'>, Route> = {
    listModels: createModelListRoute(service),
    getModel: createModelRoute(service),
    getOpenApiDocument: createOpenApiRoute(),
    getHealth: answerHealth,
    getReadiness: createReadinessRoute(service),
    getMetrics: createMetricsRoute(service),
  }
  return (http) => {
    const found = findOperation(http.method, http.path)
    if (!('id' in found)) return answerWith(service, http, found, () => Promise.reject(refusalOf(found, http)))
    // A chat may be answered in many pieces, and says by itself what became of it.
    if (found.id === 'createChatCompletion') return answerChat(service, http)
    return answerWith(service, http, found, routes[found.id])
  }
}

async function answerWith(
  service: ServiceContext,
  http: HttpContext,
  { route }: Found,
  answerOf: Route,
): Promise<void> {
  const { method, path } = http
  const startedAt = service.clock.now()
  const requestId = requestIdOf(http.header('x-request-id'))
  const response = await wholeAnswer(service, http, requestId, answerOf)
  http.respond(response)
  // What breaks because the caller has gone is no error of ours, and nobody gets to see it.
  const status = response.status >= 500 && http.isClosed ? clientClosedRequest : response.status
  reportRequest(service, { requestId, method, path, route, status, ms: service.clock.now() - startedAt })
}

async function wholeAnswer(
  service: ServiceContext,
  http: HttpContext,
  requestId: string,
  answerOf: Route,
): Promise<HttpResponse> {
  try {
    const { status, headers, body } = await answerOf(http)
    return { status, headers: { 'x-request-id': requestId, ...headers }, body }
  } catch (reason) {
    return errorResponse(reportDefect(http.isClosed ? silentLog : service.log, requestId, reason), requestId)
  }
}

function refusalOf(found: Exclude<Found, { id: OperationId }>, { path }: HttpContext): ServiceError {
  if ('allow' in found) {
    const { allow } = found
    return refuse('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
  const message = `There is nothing at ${path.slice(0, 200)}. The endpoints are listed at /v1/openapi.json.`
  return refuse('not_found', message)
}
