import {
  type ChatCompletion,
  type ChatMessage,
  type ChatRequest,
  type Usage,
  chatRequest,
  isPlainChatRequest,
} from '#contract/chat.ts'
import { type ChunkEncoder, createChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { CancellationToken } from '#service/cancellation.ts'
import type { ServedModel } from '#service/catalogue/merge-models.ts'
import type { EngineCall, Engine, ServedBy } from '#service/engines/engine.ts'
import { randomId } from '#service/random-id.ts'
import { requireCallableModel } from '#service/relay/callable-model.ts'
import { greatestCharge } from '#service/relay/charges.ts'
import { type ChatReport, startChatReport } from '#service/relay/chat-report.ts'
import { shutdownReason } from '#service/relay/active-chats.ts'
import { type OpenedReply, openReply, relayReply } from '#service/relay/relay-reply.ts'
import type { ReplayCache, ReplySource } from '#service/replay/replay-cache.ts'
import { resolveWithin } from '#service/resolve-within.ts'
import { type ServiceContext, silentLog } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import { requireModelAllowed } from '#service/state/key-store.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { TextKeepingEncoder, loggedRefusal } from '#service/state/request-log.ts'
import { type Reservation, nothing } from '#service/state/spending.ts'
import { admitRequest, identifyCaller, redactHeaders, reservedFor } from './caller.ts'
import type { ChatDialect, DialectRequest } from './chat-dialect.ts'
import { type HttpContext, clientClosedRequest, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { operations } from './operations.ts'
import { checkValue, readJsonBody } from './request-body.ts'
import { errorResponse, servedByHeader } from './responses.ts'

/** Seed 4.1. */
const completionsDialect: ChatDialect = {
  route: operations.createChatCompletion.path,
  takesKeyHeader: false,
  read: ({ value, text }) => new PlainRequest(isPlainChatRequest(value) ? value : checkValue(chatRequest, value), text),
  errorBody: (error) => ({ error }),
}

/** A request that is the contract's own. */
class PlainRequest implements DialectRequest {
  readonly request: ChatRequest
  readonly text: string

  constructor(request: ChatRequest, text: string) {
    this.request = request
    this.text = text
  }

  writeWhole(completion: ChatCompletion): string {
    return JSON.stringify(completion)
  }

  createEncoder(identity: CompletionIdentity): ChunkEncoder {
    return createChunkEncoder(identity, { includeUsage: this.request.stream_options?.include_usage === true })
  }
}

/** A chat that passed every check that doesn't need the engine. */
interface AdmittedChat {
  http: HttpContext
  requestId: string
  caller: KeyHolder
  asked: DialectRequest
  served: ServedModel
  reservation: Reservation
  /** In characters. */
  requestLength: number
  endpoint: string
  /** As the caller sent them; none unless the request log keeps them. */
  messages: readonly ChatMessage[]
}

/** One chat, which is also the call that engines get. */
class Chat implements EngineCall {
  /** What the caller asked for, which also writes the reply. */
  readonly asked: DialectRequest
  readonly request: ChatRequest
  readonly identity: CompletionIdentity
  readonly cancellation: CancellationToken
  readonly requestId: string
  engine: ReplySource
  readonly report: ChatReport
  readonly http: HttpContext
  /** The caller's limits and what is left of them, and whether the reply is a replay. */
  limitHeaders: Readonly<Record<string, string>>
  /** The member of a route that answers. */
  servedBy?: ServedBy

  constructor(
    of: Omit<Chat, 'engine' | 'request' | 'text' | 'signal' | 'headers' | 'onServed' | 'adapt'> & { engine: Engine },
  ) {
    this.asked = of.asked
    this.request = this.adapt(of.asked.request, of.engine)
    this.identity = of.identity
    this.cancellation = of.cancellation
    this.requestId = of.requestId
    this.engine = of.engine
    this.report = of.report
    this.http = of.http
    this.limitHeaders = of.limitHeaders
  }

  get text(): string {
    return this.asked.text
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }

  adapt(request: ChatRequest, engine: Engine): ChatRequest {
    return this.asked.adapt?.(request, engine) ?? request
  }

  onServed(by: ServedBy): void {
    this.servedBy = by
    this.report.recordServedBy(by)
  }

  /** Redacted on demand, since few models read them. */
  get headers(): Readonly<Record<string, string>> {
    return redactHeaders(this.http.headers())
  }
}

/**
 * Answers a chat in any dialect, streamed or not. Never rejects: every failure becomes an error response. Resolves when
 * the response is sent or its stream has begun.
 */
export async function answerChat(
  service: ServiceContext,
  http: HttpContext,
  dialect: ChatDialect = completionsDialect,
): Promise<void> {
  const startedAt = service.clock.now()
  const requestId = requestIdOf(http.header('x-request-id'))
  const reportStatus = (status: number) => {
    const { method, path } = http
    const { route } = dialect
    reportRequest(service, { requestId, method, path, route, status, ms: service.clock.now() - startedAt })
  }
  let caller: KeyHolder | undefined
  let chat: Chat | undefined
  try {
    const identified = identifyCaller(http.header, service, dialect.takesKeyHeader)
    caller = identified instanceof Promise ? await identified : identified
    const counted = admitRequest(caller, service, 'chat')
    if (counted) await counted
    const body = await readJsonBody(http, service.maxBodyBytes)
    const asked = dialect.read(body)
    const served = requireCallableModel(service.catalogue, asked.request)
    requireModelAllowed(caller, served.model.id)
    const reserved = service.spending.reserve(caller, () => greatestCharge(served.model, asked.request, body.text))
    const reservation = reserved instanceof Promise ? await reservedFor(http, reserved) : reserved
    const requestLength = body.text.length
    // Otherwise, they needn't stay in memory as long as the reply takes.
    const messages = service.requestLog?.keepsTexts ? asked.request.messages : []
    const about = { requestLength, endpoint: dialect.route, messages }
    chat = openChat(service, { http, requestId, caller, asked, served, reservation, ...about })
    if (service.replayCache) await openReplay(service.replayCache, chat, caller)
    if (chat.request.stream === true) await answerStreamed(service, chat, reportStatus)
    else await answerWhole(service, chat, reportStatus)
  } catch (reason) {
    // A failure after the caller disconnected isn't a server error.
    const { isClosed: isGone } = http
    const refusal = reportDefect(isGone ? silentLog : service.log, requestId, reason)
    const limitHeaders = chat?.limitHeaders ?? (caller && service.rateLimit.headersOf(caller))
    const answer = errorResponse(refusal, requestId, dialect.errorBody(refusal.detail, requestId), limitHeaders)
    http.respond(answer)
    reportStatus(isGone && answer.status >= 500 ? clientClosedRequest : answer.status)
    // A chat that was opened reports itself.
    if (!caller || chat || !service.requestLog) return
    const time = service.clock.now()
    const about = { request_id: requestId, key: caller.name, endpoint: dialect.route, code: refusal.detail.code }
    service.requestLog.record(loggedRefusal({ ...about, time, total_ms: time - startedAt }))
  }
}

/** Registers a chat whose cost is reserved. Throws a `ServiceError` if there are too many. */
function openChat(service: ServiceContext, admitted: AdmittedChat): Chat {
  const { http, requestId, caller, asked, served, reservation, requestLength } = admitted
  const cancellation = openOrRelease(service, reservation)
  // Stop the engine when the caller disconnects.
  http.onClose(() => cancellation.cancel())
  // Safe to mutate: nothing else holds the parsed body.
  asked.request.model = served.engineModelId
  const created = Math.floor(service.clock.now() / 1000)
  const identity = { id: randomId('chatcmpl-'), created, model: served.model.id }
  const { endpoint, messages } = admitted
  const about = { requestId, caller, served, reservation, requestLength, endpoint, messages }
  const report = startChatReport(service, { id: identity.id, ...about })
  return new Chat({
    requestId,
    engine: served.engine,
    asked,
    identity,
    cancellation,
    report,
    http,
    limitHeaders: { ...service.rateLimit.headersOf(caller), ...reservation.headers },
  })
}

/** Takes a kept reply instead of the engine's if there is one. */
async function openReplay(cache: ReplayCache, chat: Chat, caller: KeyHolder): Promise<void> {
  const { engine, request, identity, http } = chat
  const cacheControl = http.header('cache-control')
  const { source, isHit } = await cache.open({ engine, request, model: identity.model, caller, cacheControl })
  chat.engine = source
  chat.limitHeaders = { ...chat.limitHeaders, 'x-parley-cache': isHit ? 'hit' : 'miss' }
  if (isHit) chat.report.recordReplay()
}

/** Registers the chat. If there are too many, nothing stays reserved. */
function openOrRelease({ activeChats }: ServiceContext, reservation: Reservation): CancellationToken {
  try {
    return activeChats.open()
  } catch (reason) {
    reservation.settle(nothing)
    throw reason
  }
}

/** Logs and counts a chat that failed before its response began. Returns the error for the caller. */
function recordFailure(
  service: ServiceContext,
  { cancellation, report }: Chat,
  reason: unknown,
  usage?: Usage,
): unknown {
  service.activeChats.close(cancellation)
  const failure = shutdownReason(cancellation) ?? reason
  const counted = usage && { usage }
  const code = failure instanceof ServiceError ? failure.detail.code : 'internal_error'
  if (cancellation.isCancelled && failure === reason) report.recordEnd('aborted', counted)
  else report.recordEnd('failed', { code, ...counted })
  return failure
}

async function answerWhole(service: ServiceContext, chat: Chat, reportStatus: (status: number) => void): Promise<void> {
  const { requestId, engine, http, report, cancellation, limitHeaders } = chat
  let body: string
  let usage: Usage | undefined
  try {
    const completion = await engine.complete(chat)
    ;({ usage } = completion)
    body = chat.asked.writeWhole(completion)
    service.activeChats.close(cancellation)
    const text = service.requestLog?.keepsTexts ? textOfCompletion(completion) : undefined
    report.recordEnd('finished', { replyLength: body.length, text, ...(usage && { usage }) })
  } catch (reason) {
    // The engine charges for a reply that can’t be written, too.
    throw recordFailure(service, chat, reason, usage)
  }
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...limitHeaders,
    ...servedByHeader(chat.servedBy),
  }
  http.respond({ status: 200, headers, body })
  reportStatus(200)
}

async function answerStreamed(
  service: ServiceContext,
  chat: Chat,
  reportStatus: (status: number) => void,
): Promise<void> {
  const opening = openReply(chat.engine, chat, () => chat.report.recordFirstChunk())
  let reply: OpenedReply | undefined
  try {
    // An error this early becomes an HTTP status; a later one must be an error frame.
    reply = await resolveWithin(opening, service.keepAliveMs)
  } catch (reason) {
    throw recordFailure(service, chat, reason)
  }
  startStream(service, chat, reply ?? opening)
  reportStatus(200)
}

/** Starts the streamed response and returns. Awaiting its end would keep this call's objects in memory for every stream. */
function startStream(
  service: ServiceContext,
  { requestId, http, report, cancellation, identity, asked, limitHeaders, servedBy }: Chat,
  reply: OpenedReply | Promise<OpenedReply>,
): void {
  const { heartbeats, activeChats, meter, log } = service
  const writer = http.stream({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
    ...limitHeaders,
    ...servedByHeader(servedBy),
  })
  meter.streamOpened()
  const plain = asked.createEncoder(identity, requestId)
  const keeping = service.requestLog?.keepsTexts ? new TextKeepingEncoder(plain) : undefined
  const encoder = keeping ?? plain
  const toErrorDetail = (reason: unknown) => reportDefect(log, requestId, reason).detail
  const onEnd = () => {
    activeChats.close(cancellation)
    meter.streamClosed()
    const { outcome, usage, pieces, error } = encoder
    const text = keeping?.text
    report.recordEnd(outcome ?? 'aborted', {
      pieces,
      text,
      ...(usage && { usage }),
      ...(error && { code: error.code }),
    })
  }
  relayReply(reply, { encoder, writer, cancellation, heartbeats, toErrorDetail, onEnd })
}

/** The text of all choices together. */
function textOfCompletion({ choices }: ChatCompletion): string {
  return choices.map(({ message: { content } }) => (typeof content === 'string' ? content : '')).join('\n')
}
