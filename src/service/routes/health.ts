import { requireCaller } from '#service/http/caller.ts'
import { refuse } from '#service/service-error.ts'
import type { ServiceParts } from '#service/service-parts.ts'

/** What a host knows of itself, for the operations that watch over it. */
export interface HostState {
  /** Whether the engines have been asked once, so that the catalogue is not empty for want of time. */
  isReady(): boolean
  /** Everything measured, in Prometheus' text format. */
  metrics?(): Promise<string>
}

/** Answers `GET /healthz`: the process is alive. */
export function answerHealth(): Response {
  return plain('ok\n', 'text/plain; charset=utf-8')
}

/** Answers `GET /readyz`: whether requests should be sent here. Throws the 503 while starting or shutting down. */
export function createReadinessRoute({ host, openChats }: ServiceParts) {
  return (): Response => {
    const headers = { 'retry-after': '1' }
    if (!openChats.admitting) throw refuse('overloaded', 'The service is shutting down. Ask another one.', { headers })
    if (!host.isReady()) throw refuse('overloaded', 'The service is starting. Try again in a moment.', { headers })
    return plain('ready\n', 'text/plain; charset=utf-8')
  }
}

/** Answers `GET /metrics`, for callers with a key: names of models and engines are not everybody's business. */
export function createMetricsRoute({ host, keys }: ServiceParts) {
  return async ({ headers }: Request): Promise<Response> => {
    await requireCaller((name) => headers.get(name), keys)
    const text = await host.metrics?.()
    if (text === undefined) throw refuse('not_found', 'Nothing is measured here. Ask where the service runs by itself.')
    return plain(text, 'text/plain; version=0.0.4; charset=utf-8')
  }
}

function plain(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
}
