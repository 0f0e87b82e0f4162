import { type ChatRequest, chatRequest, isPlainChatRequest } from '#contract/chat.ts'
import { createChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { EngineCall, Engine } from '#service/engines/engine.ts'
import { randomId } from '#service/random-id.ts'
import { callableModel } from '#service/relay/callable-model.ts'
import { type ChatReport, startChatReport } from '#service/relay/chat-report.ts'
import { hostsReason } from '#service/relay/open-chats.ts'
import { type OpenedReply, openReply, relayReply } from '#service/relay/relay-reply.ts'
import { type ServiceContext, silentLog } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { admitCaller, shownHeaders } from './caller.ts'
import { type HttpContext, clientClosedRequest, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { operations } from './operations.ts'
import { type JsonBody, checkValue, readJsonBody } from './request-body.ts'
import { errorResponse } from './responses.ts'

const { path: route } = operations.createChatCompletion

type Reply = OpenedReply | Promise<OpenedReply>

interface Asked {
  http: HttpContext
  requestId: string
  caller: KeyHolder
}

/** One chat on its way through the service, and the engine's side of it. */
class Chat implements EngineCall {
  readonly request: ChatRequest
  readonly text: string
  readonly identity: CompletionIdentity
  readonly cancellation: CancellationToken
  readonly requestId: string
  readonly engine: Engine
  readonly report: ChatReport
  readonly http: HttpContext

  constructor(of: Omit<Chat, 'signal' | 'headers'>) {
    this.request = of.request
    this.text = of.text
    this.identity = of.identity
    this.cancellation = of.cancellation
    this.requestId = of.requestId
    this.engine = of.engine
    this.report = of.report
    this.http = of.http
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  /** Few models look at them, so they are gone through only when one does. */
  get headers(): Readonly<Record<string, string>> {
    return shownHeaders(this.http.headers())
  }
}

/**
 * Seed 4.1: `POST /v1/chat/completions`, as one answer or as a stream. Never rejects: every refusal is answered in the
 * contract's shape. Settles when the answer is whole, or its stream has begun.
 */
export async function answerChat(service: ServiceContext, http: HttpContext): Promise<void> {
  const startedAt = service.clock.now()
  const requestId = requestIdOf(http.header('x-request-id'))
  const answered = (status: number) => {
    const { method, path } = http
    reportRequest(service, { requestId, method, path, route, status, ms: service.clock.now() - startedAt })
  }
  try {
    const admitted = admitCaller(http.header, service)
    const caller = admitted instanceof Promise ? await admitted : admitted
    const body = await readJsonBody(http, service.maxBodyBytes)
    const chat = openChat(service, { http, requestId, caller }, body)
    if (chat.request.stream === true) await answerStreamed(service, chat, answered)
    else await answerWhole(service, chat, answered)
  } catch (reason) {
    // What breaks because the caller has gone is no error of ours, and nobody gets to see it.
    const { isClosed: isGone } = http
    const refusal = reportDefect(isGone ? silentLog : service.log, requestId, reason)
    const answer = errorResponse(refusal, requestId)
    http.respond(answer)
    answered(isGone && answer.status >= 500 ? clientClosedRequest : answer.status)
  }
}

/** Checks everything that can be checked before the engine is asked. Throws a `ServiceError` for every refusal. */
function openChat(service: ServiceContext, { http, requestId, caller }: Asked, { value, text }: JsonBody): Chat {
  const asked = isPlainChatRequest(value) ? value : checkValue(chatRequest, value)
  const served = callableModel(service.catalogue, asked)
  const cancellation = service.activeChats.open()
  // The engine's work must not outlive the caller.
  http.onClose(() => cancellation.cancel())
  // The body is this chat's own, and need not be copied.
  asked.model = served.engineModelId
  const created = Math.floor(service.clock.now() / 1000)
  const identity = { id: randomId('chatcmpl-'), created, model: served.model.id }
  const report = startChatReport(service, { requestId, caller, served })
  return new Chat({
    requestId,
    engine: served.engine,
    request: asked,
    text,
    identity,
    cancellation,
    report,
    http,
  })
}

/** The chat failed before its answer began: says so in log and counts, and returns what to tell the caller. */
function failed(service: ServiceContext, { cancellation, report }: Chat, reason: unknown): unknown {
  service.activeChats.close(cancellation)
  const failure = hostsReason(cancellation) ?? reason
  if (cancellation.isCancelled && failure === reason) report.ended('aborted')
  else report.ended('failed', { code: failure instanceof ServiceError ? failure.detail.code : 'internal_error' })
  return failure
}

async function answerWhole(service: ServiceContext, chat: Chat, answered: (status: number) => void): Promise<void> {
  const { requestId, engine, http, report, cancellation } = chat
  let body: string
  try {
    const completion = await engine.complete(chat)
    body = JSON.stringify(completion)
    service.activeChats.close(cancellation)
    report.ended('finished', completion.usage && { usage: completion.usage })
  } catch (reason) {
    throw failed(service, chat, reason)
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId }
  http.respond({ status: 200, headers, body })
  answered(200)
}

async function answerStreamed(service: ServiceContext, chat: Chat, answered: (status: number) => void): Promise<void> {
  const opening = openReply(chat.engine, chat, () => chat.report.began())
  let reply: OpenedReply | undefined
  try {
    // A refusal that comes this early is an HTTP status; one that comes later must be an error frame.
    reply = await within(opening, service.keepAliveMs)
  } catch (reason) {
    throw failed(service, chat, reason)
  }
  stream(service, chat, reply ?? opening)
  answered(200)
}

/** Begins the streamed answer. What is held from here on is held by thousands at a time, so nothing waits for its end. */
function stream(
  service: ServiceContext,
  { requestId, http, report, cancellation, identity, request }: Chat,
  reply: Reply,
): void {
  const { heartbeats, activeChats: openChats, meter, log } = service
  const sink = http.stream({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  })
  meter.streamOpened()
  const encoder = createChunkEncoder(identity, { includeUsage: request.stream_options?.include_usage === true })
  const describe = (reason: unknown) => reportDefect(log, requestId, reason).detail
  const ended = () => {
    openChats.close(cancellation)
    meter.streamClosed()
    const { outcome, usage, pieces, error } = encoder
    report.ended(outcome ?? 'aborted', { pieces, ...(usage && { usage }), ...(error && { code: error.code }) })
  }
  relayReply(reply, { encoder, sink, work: cancellation, heartbeats, describe, ended })
}

/** What the promise resolves to, or undefined when that takes longer than `ms`. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (reason: unknown) => {
        clearTimeout(timer)
        reject(reason)
      },
    )
  })
}
