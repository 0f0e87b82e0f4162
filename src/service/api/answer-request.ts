import { type ServiceParts, silentLog } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import { answerChat } from './chat.ts'
import { answerHealth, createMetricsRoute, createOpenApiRoute, createReadinessRoute } from './health.ts'
import { type Exchange, callerGone, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { createModelListRoute, createModelRoute } from './models.ts'
import { type Found, type OperationId, findOperation } from './operations.ts'
import { type Answer, errorAnswer } from './responses.ts'

/** Answers one operation, in one piece; a refusal is thrown as a `ServiceError`. */
type Route = (exchange: Exchange) => Answer | Promise<Answer>

/** Answers any request: what it asks for, or why that cannot be had. Never rejects; settles when that is whole or begun. */
export function createRequestHandler(parts: ServiceParts): (exchange: Exchange) => Promise<void> {
  const routes: Record<Exclude<OperationId, 'createChatCompletion'>, Route> = {
    listModels: createModelListRoute(parts),
    getModel: createModelRoute(parts),
    getOpenApiDocument: createOpenApiRoute(),
    getHealth: answerHealth,
    getReadiness: createReadinessRoute(parts),
    getMetrics: createMetricsRoute(parts),
  }
  return (exchange) => {
    const found = findOperation(exchange.method, exchange.path)
    if (!('id' in found)) return answerWith(parts, exchange, found, () => Promise.reject(refusalOf(found, exchange)))
    // A chat may be answered in many pieces, and says by itself what became of it.
    if (found.id === 'createChatCompletion') return answerChat(parts, exchange)
    return answerWith(parts, exchange, found, routes[found.id])
  }
}

async function answerWith(parts: ServiceParts, exchange: Exchange, { route }: Found, answerOf: Route): Promise<void> {
  const { method, path } = exchange
  const startedAt = parts.clock.now()
  const requestId = requestIdOf(exchange.header('x-request-id'))
  const answer = await wholeAnswer(parts, exchange, requestId, answerOf)
  exchange.answer(answer)
  // What breaks because the caller has gone is no error of ours, and nobody gets to see it.
  const status = answer.status >= 500 && exchange.isGone ? callerGone : answer.status
  reportRequest(parts, { requestId, method, path, route, status, ms: parts.clock.now() - startedAt })
}

async function wholeAnswer(
  parts: ServiceParts,
  exchange: Exchange,
  requestId: string,
  answerOf: Route,
): Promise<Answer> {
  try {
    const { status, headers, body } = await answerOf(exchange)
    return { status, headers: { 'x-request-id': requestId, ...headers }, body }
  } catch (reason) {
    return errorAnswer(reportDefect(exchange.isGone ? silentLog : parts.log, requestId, reason), requestId)
  }
}

function refusalOf(found: Exclude<Found, { id: OperationId }>, { path }: Exchange): ServiceError {
  if ('allow' in found) {
    const { allow } = found
    return refuse('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
  const message = `There is nothing at ${path.slice(0, 200)}. The endpoints are listed at /v1/openapi.json.`
  return refuse('not_found', message)
}
