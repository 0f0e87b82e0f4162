import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { requireCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import { createOpenApiDocument } from './openapi.ts'
import { type HttpResponse, type EtaggedJson, createEtaggedJson } from './responses.ts'

/** What a host knows of itself, for the operations that watch over it. */
export interface HostState {
  /** Whether the engines have been asked once, so that the catalogue is not empty for want of time. */
  isReady(): boolean
  /** Everything measured, in Prometheus' text format. */
  metrics?(): Promise<string>
}

/** Answers `GET /healthz`: the process is alive. */
export function answerHealth(): HttpResponse {
  return plain('ok\n', 'text/plain; charset=utf-8')
}

/** Answers `GET /readyz`: whether requests should be sent here. Throws the 503 while starting or shutting down. */
export function createReadinessRoute({ host, activeChats: openChats }: ServiceContext) {
  return (): HttpResponse => {
    const headers = { 'retry-after': '1' }
    if (!openChats.admitting) throw refuse('overloaded', 'The service is shutting down. Ask another one.', { headers })
    if (!host.isReady()) throw refuse('overloaded', 'The service is starting. Try again in a moment.', { headers })
    return plain('ready\n', 'text/plain; charset=utf-8')
  }
}

/** Answers `GET /metrics`, for callers with a key: names of models and engines are not everybody's business. */
export function createMetricsRoute({ host, keys }: ServiceContext) {
  return async ({ header }: HttpContext): Promise<HttpResponse> => {
    await requireCaller(header, keys)
    const text = await host.metrics?.()
    if (text === undefined) throw refuse('not_found', 'Nothing is measured here. Ask where the service runs by itself.')
    return plain(text, 'text/plain; version=0.0.4; charset=utf-8')
  }
}

function plain(body: string, type: string): HttpResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
}

/** Answers `GET /v1/openapi.json`, which needs no key: it says nothing but what the API is. */
export function createOpenApiRoute() {
  // Written out when first asked for: most processes never are.
  let document: EtaggedJson | undefined
  return ({ header }: HttpContext): Promise<HttpResponse> => {
    document ??= createEtaggedJson(createOpenApiDocument(), 'no-cache')
    return document.respondTo(header)
  }
}
