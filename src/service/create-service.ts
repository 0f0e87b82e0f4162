import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Catalogue } from './catalogue/catalogue.ts'
import { createOpenChats } from './chat/open-chats.ts'
import { systemClock, type Clock } from './clock.ts'
import { errorResponse } from './http/error-response.ts'
import type { Exchange } from './http/exchange.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { reportDefect } from './http/report-defect.ts'
import { callerGone, reportRequest } from './http/report-request.ts'
import { requestIdOf } from './http/request-id.ts'
import { answerOverWeb } from './http/web-exchange.ts'
import type { KeyRing } from './key-ring.ts'
import { silentLog, type Log } from './log.ts'
import { silentMeter, type Meter } from './meter.ts'
import { answerChat } from './routes/chat.ts'
import { answerHealth, createMetricsRoute, createReadinessRoute, type HostState } from './routes/health.ts'
import { createModelListRoute, createModelRoute } from './routes/models.ts'
import { createOpenApiRoute } from './routes/openapi.ts'
import { operations, operationsByPath, type OperationId } from './routes/operations.ts'
import { refuse } from './service-error.ts'
import type { ServiceParts } from './service-parts.ts'

interface ServiceOptions {
  catalogue: Catalogue
  keys: KeyRing
  clock?: Clock
  log?: Log
  meter?: Meter
  /** Larger bodies are refused with 413, however they are sent. */
  maxBodyBytes?: number
  /** How long a stream may be silent before a comment keeps it open, in milliseconds. */
  keepAliveMs?: number
  /** How many requests each key may send; 0 sets no limit. */
  requestsPerMinute?: number
  /** How many chats may be answered at a time; more are refused with 503. */
  maxChats?: number
  /** Left out where the host is always ready and measures nothing. */
  host?: HostState
}

/** The whole API as a function from request to response; it runs on any host with web standards. */
export interface Service {
  /** Never rejects. */
  fetch(request: Request): Promise<Response>
  /**
   * Answers `POST /v1/chat/completions` as `fetch` does, for a host whose requests need not become the web's first.
   * Never rejects; settles when the answer is over.
   */
  chat(exchange: Exchange): Promise<void>
  /** From now on new chats are refused with 503; those that are open go on. */
  drain(): void
  /** Ends the open chats: a stream with an error frame, a single reply with 503. */
  endChats(): void
}

/** Answers one operation; a refusal is thrown as a `ServiceError`. */
type Answer = (request: Request) => Response | Promise<Response>

type Env = { Variables: { requestId: string } }

const { method: chatMethod, path: chatPath } = operations.createChatCompletion

/** Puts the service together: seed 4 (endpoints), 5 (keys) and, for the errors, the contract. */
export function createService(options: ServiceOptions): Service {
  const parts: ServiceParts = {
    catalogue: options.catalogue,
    keys: options.keys,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    meter: options.meter ?? silentMeter,
    rateLimit: createRateLimit(options.clock ?? systemClock, options.requestsPerMinute ?? 0),
    openChats: createOpenChats(options.maxChats ?? Infinity),
    host: options.host ?? { isReady: () => true },
    maxBodyBytes: options.maxBodyBytes ?? 16 * 1024 * 1024,
    keepAliveMs: options.keepAliveMs ?? 15_000,
  }
  const chat = (exchange: Exchange) => answerChat(parts, exchange)
  const paths = operationsByPath()
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const startedAt = parts.clock.now()
    const requestId = requestIdOf(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    await next()
    const { method, path, raw } = context.req
    // The last handler that ran.
    const matched = routePath(context)
    // A chat says all this for itself, whichever way it came.
    if (method === chatMethod && matched === chatPath) return
    const route = paths.has(matched) ? matched : 'other'
    // What breaks because the caller has gone is no error of ours, and nobody gets to see it.
    const status = context.res.status >= 500 && raw.signal.aborted ? callerGone : context.res.status
    reportRequest(parts, { requestId, method, path, route, status, ms: parts.clock.now() - startedAt })
    context.res.headers.set('x-request-id', requestId)
  })

  const answers: Record<OperationId, Answer> = {
    createChatCompletion: (request) => answerOverWeb(request, chat),
    listModels: createModelListRoute(parts),
    getModel: createModelRoute(parts),
    getOpenApiDocument: createOpenApiRoute(),
    getHealth: answerHealth,
    getReadiness: createReadinessRoute(parts),
    getMetrics: createMetricsRoute(parts),
  }
  for (const [path, found] of paths) {
    for (const { id, method } of found) {
      app.on(method, path, ({ req }) => answers[id](req.raw))
    }
    const allow = found.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
    app.all(path, () => {
      throw refuse('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
    })
  }

  app.notFound(({ req, get }) => {
    const path = new URL(req.url).pathname.slice(0, 200)
    const message = `There is nothing at ${path}. The endpoints are listed at /v1/openapi.json.`
    return errorResponse(refuse('not_found', message), get('requestId'))
  })
  app.onError((reason, { req, get }) => {
    const requestId = get('requestId')
    // Nobody reads the answer to a caller who has gone, and what broke because of that is no defect.
    const log = req.raw.signal.aborted ? silentLog : parts.log
    return errorResponse(reportDefect(log, requestId, reason), requestId)
  })

  return {
    fetch: async (request) => app.fetch(request),
    chat,
    drain: () => parts.openChats.admitNoMore(),
    endChats: () => parts.openChats.endAll(),
  }
}
