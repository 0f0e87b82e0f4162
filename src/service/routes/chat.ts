import { chatRequest } from '#contract/chat.ts'
import { callableModel } from '#service/chat/callable-model.ts'
import { startChatReport, type ChatReport } from '#service/chat/chat-report.ts'
import { createChunkEncoder } from '#service/chat/chunk-encoder.ts'
import { hostsReason } from '#service/chat/open-chats.ts'
import { openReply } from '#service/chat/open-reply.ts'
import { relayReply } from '#service/chat/relay-reply.ts'
import type { ChatCall, Engine } from '#service/engines/engine.ts'
import { admitCaller } from '#service/http/caller.ts'
import { checkValue } from '#service/http/check-value.ts'
import type { Exchange } from '#service/http/exchange.ts'
import { readJsonBody } from '#service/http/json-body.ts'
import { reportDefect } from '#service/http/report-defect.ts'
import { shownHeaders } from '#service/http/shown-headers.ts'
import { openWebStream } from '#service/http/web-stream.ts'
import { randomId } from '#service/random-id.ts'
import { ServiceError } from '#service/service-error.ts'
import type { ServiceParts } from '#service/service-parts.ts'

/** One chat on its way through the service; `ended` is called once, whatever becomes of it. */
interface Chat extends ChatReport {
  engine: Engine
  call: ChatCall
  /** Stops the engine; the call's signal is its. */
  work: AbortController
  requestId: string
}

/** Seed 4.1: `POST /v1/chat/completions`, as one answer or as a stream. Throws a `ServiceError` for every refusal. */
export async function answerChat(
  parts: ServiceParts,
  request: Request,
  requestId: string,
  exchange: Exchange,
): Promise<Response> {
  const caller = await admitCaller(request.headers, parts)
  const asked = checkValue(chatRequest, await readJsonBody(request, parts.maxBodyBytes))
  const served = callableModel(parts.catalogue, asked)
  const work = parts.openChats.open()
  // The engine's work must not outlive the caller.
  if (request.signal.aborted) work.abort()
  else request.signal.addEventListener('abort', () => work.abort(), { once: true })
  const report = startChatReport(parts, { requestId, caller, served })
  const chat: Chat = {
    engine: served.engine,
    call: {
      request: { ...asked, model: served.engineModelId },
      // Few models look at them, so they are gone through only when one does.
      get headers() {
        return shownHeaders(request.headers)
      },
      signal: work.signal,
      identity: {
        id: randomId('chatcmpl-'),
        created: Math.floor(parts.clock.now() / 1000),
        model: served.model.id,
      },
    },
    work,
    began: report.began,
    ended(outcome, details) {
      parts.openChats.close(work)
      report.ended(outcome, details)
    },
    requestId,
  }
  try {
    return asked.stream === true ? await answerStreamed(parts, chat, exchange) : await answerWhole(chat)
  } catch (reason) {
    const failure = hostsReason(work.signal) ?? reason
    if (work.signal.aborted && failure === reason) chat.ended('aborted')
    else chat.ended('failed', { code: failure instanceof ServiceError ? failure.detail.code : 'internal_error' })
    throw failure
  }
}

async function answerWhole({ engine, call, ended, requestId }: Chat): Promise<Response> {
  const completion = await engine.complete(call)
  ended('finished', completion.usage && { usage: completion.usage })
  return Response.json(completion, { headers: { 'cache-control': 'no-store', 'x-request-id': requestId } })
}

async function answerStreamed(parts: ServiceParts, chat: Chat, exchange: Exchange): Promise<Response> {
  const { engine, call, work, began, ended, requestId } = chat
  const opening = openReply(engine, call).then((reply) => {
    began()
    return reply
  })
  // A refusal that comes this early is an HTTP status; one that comes later must be an error frame.
  if (await settlesWithin(opening, parts.keepAliveMs)) await opening
  const { response, sink } = (exchange.openStream ?? openWebStream)(
    {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
    () => work.abort(),
  )
  parts.meter.streamOpened()
  const encoder = createChunkEncoder(call.identity, {
    includeUsage: call.request.stream_options?.include_usage === true,
  })
  const describe = (reason: unknown) => reportDefect(parts.log, requestId, reason).detail
  const { signal } = work
  void relayReply({ opening, encoder, sink, signal, keepAliveMs: parts.keepAliveMs, describe }).then(() => {
    parts.meter.streamClosed()
    const { outcome, usage, pieces, error } = encoder
    ended(outcome ?? 'aborted', { pieces, ...(usage && { usage }), ...(error && { code: error.code }) })
  })
  return response
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const settled = promise.then(
    () => true,
    () => true,
  )
  const isInTime = await Promise.race([settled, late])
  clearTimeout(timer)
  return isInTime
}
