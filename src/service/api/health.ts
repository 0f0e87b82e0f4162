import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { identifyCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import { createOpenApiDocument } from './openapi.ts'
import { type HttpResponse, type EtaggedJson, createEtaggedJson } from './responses.ts'

/** What the host contributes to readiness and metrics. */
export interface HostState {
  /** True once the engines' models have been requested for the first time. */
  isReady(): boolean
  /** The parts that don't work as they should, such as `limits`, although requests are answered. Omitted: none. */
  degraded?(): readonly string[]
  /** All metrics in Prometheus text format. */
  metrics?(): Promise<string>
}

/** `GET /healthz`: the process is alive. */
export function answerHealth(): HttpResponse {
  return plain('ok\n', 'text/plain; charset=utf-8')
}

/** `GET /readyz`: throws a 503 while starting or shutting down. Names degraded parts, which don't prevent answers. */
export function createReadinessRoute({ host, activeChats }: ServiceContext) {
  return (): HttpResponse => {
    const headers = { 'retry-after': '1' }
    if (!activeChats.isAdmitting)
      throw refuse('overloaded', 'The service is shutting down. Try again in a moment.', { headers })
    if (!host.isReady()) throw refuse('overloaded', 'The service is starting. Try again in a moment.', { headers })
    const degraded = host.degraded?.() ?? []
    const text = degraded.length === 0 ? 'ready' : `ready, degraded: ${degraded.join(', ')}`
    return plain(`${text}\n`, 'text/plain; charset=utf-8')
  }
}

/** `GET /metrics`. Requires a key, because the labels contain names of models and engines. */
export function createMetricsRoute({ host, keys, clock }: ServiceContext) {
  return async ({ header }: HttpContext): Promise<HttpResponse> => {
    await identifyCaller(header, { keys, clock })
    const text = await host.metrics?.()
    if (text === undefined) throw refuse('not_found', 'Metrics are not available in this deployment.')
    return plain(text, 'text/plain; version=0.0.4; charset=utf-8')
  }
}

function plain(body: string, type: string): HttpResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
}

/** `GET /v1/openapi.json`. Needs no key, since it only describes the API. */
export function createOpenApiRoute() {
  // Created on first use; most processes never need it.
  let document: EtaggedJson | undefined
  return ({ header }: HttpContext): Promise<HttpResponse> => {
    document ??= createEtaggedJson(createOpenApiDocument(), 'no-cache')
    return document.respondTo(header)
  }
}
