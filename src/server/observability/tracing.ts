import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Log, Meter } from '#service/service-context.ts'
import type { EngineTracing } from '#server/engines/discovery.ts'
import { createEngineTracing } from './traced-engine.ts'

/** Traces in the conventions of OpenTelemetry, sent by OTLP over HTTP. */
export interface Tracing {
  /** Answers a request within a span, which ends with the response. Not for health checks and metrics. */
  traceRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void
  /** Wraps the meter to add the route and request id to the current span. */
  traceMeter(meter: Meter): Meter
  readonly engines: EngineTracing
  /** Sends what waits, for at most two seconds. Never rejects. */
  close(): Promise<void>
}

type Variables = Readonly<Record<string, string | undefined>>

/** Whether the standard variables name a collector. */
export function isTracingOn(variables: Variables): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = variables
  return Boolean(traces?.trim() || all?.trim()) && variables['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true'
}

const flushMs = 2000
const probes = /^\/(?:healthz|readyz|metrics)(?:[?#]|$)/

/** Loads OpenTelemetry, which reads its other settings from the environment itself. */
export async function startTracing(variables: Variables, log: Log): Promise<Tracing> {
  // Imported here, since the bundle loads what its modules import at the start.
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, isSpanContextValid, trace }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const exporter = reportFailures(new OTLPTraceExporter(), log)
  const provider = new sdk.BasicTracerProvider({
    resource: resourceOf(variables),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('parley')
  const current = new AsyncLocalStorage<Span>()

  /** The caller's span, if it sent one (W3C Trace Context). */
  function callerOf({ headers }: IncomingMessage) {
    const [, traceId = '', spanId = '', flags = ''] = traceparentPattern.exec(String(headers['traceparent'])) ?? []
    const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
    return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
  }

  function fail(span: Span, type: string): void {
    span.setAttribute('error.type', type)
    // A caller that disconnects isn't an engine error.
    if (type !== 'cancelled') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  return {
    traceRequest(request, response, answer) {
      if (probes.test(request.url ?? '')) return answer()
      const { method = '' } = request
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, callerOf(request))
      response.once('close', () => {
        if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode)
        if (response.headersSent && response.statusCode >= 500) fail(span, String(response.statusCode))
        else if (!response.writableFinished) fail(span, 'cancelled')
        else span.end()
      })
      current.run(span, answer)
    },
    traceMeter: (meter) => ({
      ...meter,
      requestAnswered(route, method, status, requestId) {
        meter.requestAnswered(route, method, status, requestId)
        const span = current.getStore()?.updateName(`${method} ${route}`)
        span?.setAttributes({ 'http.route': route, 'parley.request_id': requestId })
      },
    }),
    engines: createEngineTracing({
      start(name, attributes) {
        const parent = current.getStore()
        const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
        return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
      },
      run: (span, code) => current.run(span, code),
      traceparent() {
        const span = current.getStore()?.spanContext()
        return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
      },
      fail,
    }),
    async close() {
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, setTimeout(flushMs, undefined, { ref: false })])
    },
  }
}

/** Later versions may add fields. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Logs when exports begin to fail, and when they work again. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isFailing) log.warn({ problem: error.message }, 'traces can’t be sent')
        if (!error && isFailing) log.info({}, 'traces are sent again')
        isFailing = error !== undefined
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * The resource of the standard variables. It has the form that the exporter reads: the package that creates resources isn't
 * a dependency of ours, and the one that other packages bring is older.
 */
function resourceOf(variables: Variables) {
  const pairs = (variables['OTEL_RESOURCE_ATTRIBUTES'] ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const] : []
  })
  const attributes: Record<string, string> = {
    'service.name': 'parley',
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': 'nodejs',
    ...Object.fromEntries(pairs),
  }
  const name = variables['OTEL_SERVICE_NAME']?.trim()
  if (name) attributes['service.name'] = name
  const resource = {
    attributes,
    getRawAttributes: (): [string, string][] => Object.entries(attributes),
    merge: () => resource,
  }
  return resource
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
