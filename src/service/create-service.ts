import { Hono } from 'hono'
import type { Catalogue } from './catalogue/catalogue.ts'
import { systemClock, type Clock } from './clock.ts'
import { errorResponse } from './http/error-response.ts'
import type { Exchange } from './http/exchange.ts'
import { reportDefect } from './http/report-defect.ts'
import { requestIdOf } from './http/request-id.ts'
import type { KeyRing } from './key-ring.ts'
import { silentLog, type Log } from './log.ts'
import { answerChat } from './routes/chat.ts'
import { createModelListRoute, createModelRoute } from './routes/models.ts'
import { refuse } from './service-error.ts'
import type { ServiceParts } from './service-parts.ts'

interface ServiceOptions {
  catalogue: Catalogue
  keys: KeyRing
  clock?: Clock
  log?: Log
  /** Larger bodies are refused with 413, however they are sent. */
  maxBodyBytes?: number
  /** How long a stream may be silent before a comment keeps it open, in milliseconds. */
  keepAliveMs?: number
}

/** The whole API as a function from request to response; it runs on any host with web standards. */
export interface Service {
  /** Never rejects. `exchange` is what the host can lend for this one request. */
  fetch(request: Request, exchange?: Exchange): Promise<Response>
}

type Env = { Bindings: { exchange: Exchange }; Variables: { requestId: string } }

/** Puts the service together: seed 4 (endpoints), 5 (keys) and, for the errors, the contract. */
export function createService(options: ServiceOptions): Service {
  const parts: ServiceParts = {
    catalogue: options.catalogue,
    keys: options.keys,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    maxBodyBytes: options.maxBodyBytes ?? 16 * 1024 * 1024,
    keepAliveMs: options.keepAliveMs ?? 15_000,
  }
  const modelList = createModelListRoute(parts)
  const model = createModelRoute(parts)

  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const requestId = requestIdOf(context.req.raw.headers)
    context.set('requestId', requestId)
    await next()
    // A streamed answer brings its own, because its headers may already be on their way.
    if (!context.res.headers.has('x-request-id')) context.res.headers.set('x-request-id', requestId)
  })

  app.post('/v1/chat/completions', ({ req, env, get }) => answerChat(parts, req.raw, get('requestId'), env.exchange))
  app.all('/v1/chat/completions', () => refuseMethod('POST'))
  app.get('/v1/models', ({ req }) => modelList(req.raw))
  app.all('/v1/models', () => refuseMethod('GET, HEAD'))
  app.get('/v1/models/*', ({ req }) => model(req.raw))
  app.all('/v1/models/*', () => refuseMethod('GET, HEAD'))

  app.notFound(({ req, get }) => {
    const path = new URL(req.url).pathname.slice(0, 200)
    const message = `There is nothing at ${path}. The endpoints are /v1/chat/completions and /v1/models.`
    return errorResponse(refuse('not_found', message), get('requestId'))
  })
  app.onError((reason, { req, get }) => {
    const requestId = get('requestId')
    // Nobody reads the answer to a caller who has gone, and what broke because of that is no defect.
    const log = req.raw.signal.aborted ? silentLog : parts.log
    return errorResponse(reportDefect(log, requestId, reason), requestId)
  })

  return {
    fetch: async (request, exchange = {}) => app.fetch(request, { exchange }),
  }
}

function refuseMethod(allow: string): never {
  throw refuse('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
}
