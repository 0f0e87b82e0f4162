import type { Attributes, Span } from '@opentelemetry/api'
import { isErrorCode } from '#contract/errors.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { Engine, EngineCall, ForwardedAnswer } from '#service/engines/engine.ts'
import type { EngineTracing } from '#server/engines/discovery.ts'
import type { ForwardFetch } from '#service/engines/openai/forward.ts'
import type { Transport } from '#service/engines/openai/transport.ts'
import { ServiceError } from '#service/service-error.ts'
import {
  type TracedReply,
  chatSpan,
  forwardSpan,
  forwardedUsageAttributes,
  replyAttributes,
} from './gen-ai-attributes.ts'

/** Spans of calls to engines. */
export interface CallSpans {
  /** Starts a span below that of the current request. */
  start(name: string, attributes: Attributes): Span
  /** Runs code in which `traceparent` is that of the span. */
  run<T>(span: Span, code: () => T): T
  /** The `traceparent` header of the current span; undefined outside a request. */
  traceparent(): string | undefined
  /** Marks a span as failed and ends it. `type` is from a small fixed set. */
  fail(span: Span, type: string): void
}

/** Traces every call to the engines, and sends the trace on to them. */
export function createEngineTracing(spans: CallSpans): EngineTracing {
  return {
    engine: (engine) => traceEngine(engine, spans),
    tools: ({ transport, fetch, ...others }) => ({
      ...others,
      transport: traceTransport(transport, spans),
      fetch: traceFetch(fetch, spans),
    }),
  }
}

/** The engine, with a span for each call from the request to the end of its reply. */
function traceEngine(engine: Engine, spans: CallSpans): Engine {
  const startChat = (call: EngineCall, isStreamed: boolean) => {
    const { name, attributes } = chatSpan(engine, call.request, isStreamed)
    return spans.start(name, attributes)
  }
  const { forward } = engine
  return {
    ...engine,
    async stream(call) {
      const span = startChat(call, true)
      return traceBatches(await opened(spans, span, call, () => engine.stream(call)), { spans, span, call })
    },
    async complete(call) {
      const span = startChat(call, false)
      const completion = await opened(spans, span, call, () => engine.complete(call))
      const finishReasons = completion.choices.map((choice) => choice.finish_reason)
      const { id, model, usage } = completion
      span.setAttributes(replyAttributes({ id, model, finishReasons, usage })).end()
      return completion
    },
    ...(forward && {
      async forward(call) {
        const { name, attributes } = forwardSpan(engine, call.path)
        const span = spans.start(name, attributes)
        const answer = await opened(spans, span, call, () => forward.call(engine, call))
        return { ...answer, body: traceBody(answer, { spans, span, call }) }
      },
    }),
  }
}

/** Ends the span if the call is refused. */
async function opened<T>(
  spans: CallSpans,
  span: Span,
  { cancellation }: { cancellation: CancellationToken },
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await spans.run(span, open)
  } catch (reason) {
    spans.fail(span, cancellation.isCancelled ? 'cancelled' : errorTypeOf(reason))
    throw reason
  }
}

interface TracedCall<Call> {
  spans: CallSpans
  span: Span
  call: Call
}

async function* traceBatches(
  batches: AsyncIterable<readonly ChatEvent[]>,
  { spans, span, call }: TracedCall<EngineCall>,
): AsyncGenerator<readonly ChatEvent[]> {
  const startedAt = performance.now()
  const reply: TracedReply = { id: call.identity.id, model: call.identity.model }
  let failure: string | undefined = 'cancelled'
  try {
    for await (const batch of batches) {
      for (const event of batch) {
        if (event.type === 'started') reply.model = event.model ?? reply.model
        else if (event.type === 'usage') reply.usage = event.usage
        else reply.firstContentMs ??= performance.now() - startedAt
        if (event.type === 'finished') {
          reply.finishReasons = Object.values(event.reasons)
          failure = undefined
        }
        if (event.type === 'failed') failure = knownCode(event.error.code)
      }
      yield batch
    }
    if (failure === 'cancelled' && !call.cancellation.isCancelled) failure = 'upstream_cut'
  } catch (reason) {
    if (!call.cancellation.isCancelled) failure = errorTypeOf(reason)
    throw reason
  } finally {
    span.setAttributes(replyAttributes(reply))
    if (failure === undefined) span.end()
    else spans.fail(span, failure)
  }
}

async function* traceBody(
  { body, usage }: ForwardedAnswer,
  { spans, span, call }: TracedCall<{ cancellation: CancellationToken }>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let failure: string | undefined = 'cancelled'
  try {
    yield* body
    span.setAttributes(forwardedUsageAttributes(usage()))
    failure = undefined
  } catch (reason) {
    if (!call.cancellation.isCancelled) failure = errorTypeOf(reason)
    throw reason
  } finally {
    if (failure === undefined) span.end()
    else spans.fail(span, failure)
  }
}

function errorTypeOf(reason: unknown): string {
  return reason instanceof ServiceError ? knownCode(reason.detail.code) : 'internal_error'
}

/** Engines have codes of their own, which may contain anything. */
function knownCode(code: string | null): string {
  return isErrorCode(code) ? code : 'upstream_error'
}

function traceTransport(transport: Transport, { traceparent }: CallSpans): Transport {
  return (request) => transport({ ...request, headers: withTraceparent(request.headers, traceparent()) })
}

function traceFetch(fetch: ForwardFetch, { traceparent }: CallSpans): ForwardFetch {
  return (url, request) => fetch(url, { ...request, headers: withTraceparent(request.headers, traceparent()) })
}

function withTraceparent(headers: Readonly<Record<string, string>>, traceparent: string | undefined) {
  return traceparent === undefined ? headers : { ...headers, traceparent }
}
