import { type ServiceContext, silentLog } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import { answerChat } from './chat.ts'
import { createForwardHandler } from './forwarding/answer-forwarded.ts'
import { type ForwardedId, isForwarded } from './forwarding/endpoints.ts'
import { answerHealth, createMetricsRoute, createOpenApiRoute, createReadinessRoute } from './health.ts'
import { type HttpContext, clientClosedRequest, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { createKeyRoutes } from './keys.ts'
import { createMcpListRoute, createMcpRelayRoute } from './mcp.ts'
import { createModelListRoute, createModelRoute } from './models.ts'
import { createRequestLogRoute } from './requests.ts'
import { createUsageRoute } from './usage.ts'
import { type RouteMatch, type OperationId, matchOperation, operations } from './operations.ts'
import { type HttpResponse, errorResponse } from './responses.ts'

/** Answers one operation with a complete response. Throws a `ServiceError` to refuse. */
type Route = (http: HttpContext) => HttpResponse | Promise<HttpResponse>

/** Routes and answers requests. The promise never rejects; it resolves when the response is sent or its stream has begun. */
export function createRequestHandler(service: ServiceContext): (http: HttpContext) => Promise<void> {
  const routes: Record<Exclude<OperationId, ChatOperation | ForwardedId>, Route> = {
    countMessageTokens: async (http) => (await import('./count-tokens.ts')).answerTokenCount(service, http),
    listModels: createModelListRoute(service),
    getModel: createModelRoute(service),
    listMcpServers: createMcpListRoute(service),
    relayMcpMessage: createMcpRelayRoute(service),
    ...createKeyRoutes(service),
    getUsage: createUsageRoute(service),
    listRequests: createRequestLogRoute(service),
    getOpenApiDocument: createOpenApiRoute(),
    getHealth: answerHealth,
    getReadiness: createReadinessRoute(service),
    getMetrics: createMetricsRoute(service),
  }
  const answerForwarded = createForwardHandler(service)
  return (http) => {
    const match = matchOperation(http.method, http.path)
    if (!('id' in match)) return answerWith(service, http, match, () => Promise.reject(refusalOf(match, http)))
    // Chats may stream, and report themselves.
    if (match.id === 'createChatCompletion') return answerChat(service, http)
    if (match.id === 'createMessage' || match.id === 'createResponse') return answerTranslated(service, http, match.id)
    if (isForwarded(match.id)) return answerForwarded(http, match.id)
    return answerWith(service, http, match, routes[match.id])
  }
}

type TranslatedOperation = 'createMessage' | 'createResponse'
type ChatOperation = 'createChatCompletion' | TranslatedOperation

/** Loads the translations with the first request that needs them. */
async function answerTranslated(service: ServiceContext, http: HttpContext, id: TranslatedOperation): Promise<void> {
  const { messagesDialect, responsesDialect } = await import('./translated-dialects.ts')
  return answerChat(service, http, id === 'createMessage' ? messagesDialect : responsesDialect)
}

async function answerWith(
  service: ServiceContext,
  http: HttpContext,
  { route }: RouteMatch,
  answer: Route,
): Promise<void> {
  const { method, path } = http
  const startedAt = service.clock.now()
  const requestId = requestIdOf(http.header('x-request-id'))
  const response = await createResponse(service, { http, requestId, route }, answer)
  http.respond(response)
  // A failure after the caller disconnected isn't a server error.
  const status = response.status >= 500 && http.isClosed ? clientClosedRequest : response.status
  reportRequest(service, { requestId, method, path, route, status, ms: service.clock.now() - startedAt })
}

async function createResponse(
  service: ServiceContext,
  { http, requestId, route }: { http: HttpContext; requestId: string; route: string },
  answer: Route,
): Promise<HttpResponse> {
  try {
    const { status, headers, body } = await answer(http)
    return { status, headers: { 'x-request-id': requestId, ...headers }, body }
  } catch (reason) {
    const refusal = reportDefect(http.isClosed ? silentLog : service.log, requestId, reason)
    return errorResponse(refusal, requestId, await errorBodyAt(route, refusal, requestId))
  }
}

const anthropicRoutes: readonly string[] = [operations.createMessage.path, operations.countMessageTokens.path]

/** Errors of Anthropic’s interface have its shape, also for a wrong method; all others have the contract's. */
async function errorBodyAt(route: string, { detail }: ServiceError, requestId: string): Promise<object | undefined> {
  if (!anthropicRoutes.includes(route)) return undefined
  const { messagesDialect } = await import('./translated-dialects.ts')
  return messagesDialect.errorBody(detail, requestId)
}

function refusalOf(match: Exclude<RouteMatch, { id: OperationId }>, { path }: HttpContext): ServiceError {
  if ('allow' in match) {
    const { allow } = match
    return refuse('method_not_allowed', `This path only accepts ${allow}.`, { headers: { allow } })
  }
  const message = `There is no endpoint at ${path.slice(0, 200)}. The endpoints are listed at /v1/openapi.json.`
  return refuse('not_found', message)
}
