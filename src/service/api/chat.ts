import { type ChatRequest, chatRequest, isPlainChatRequest } from '#contract/chat.ts'
import { createChunkEncoder } from '#dialects/chunk-encoder.ts'
import type { CompletionIdentity } from '#dialects/completion.ts'
import type { Stop } from '#service/cancellation.ts'
import type { ChatCall, Engine } from '#service/engines/engine.ts'
import { randomId } from '#service/random-id.ts'
import { callableModel } from '#service/relay/callable-model.ts'
import { type ChatReport, startChatReport } from '#service/relay/chat-report.ts'
import { hostsReason } from '#service/relay/open-chats.ts'
import { type OpenReply, openReply, relayReply } from '#service/relay/relay-reply.ts'
import { type ServiceParts, silentLog } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { admitCaller, shownHeaders } from './caller.ts'
import { type Exchange, callerGone, reportDefect, reportRequest, requestIdOf } from './http-context.ts'
import { operations } from './operations.ts'
import { type JsonBody, checkValue, readJsonBody } from './request-body.ts'
import { errorAnswer } from './responses.ts'

const { path: route } = operations.createChatCompletion

type Reply = OpenReply | Promise<OpenReply>

interface Asked {
  exchange: Exchange
  requestId: string
  caller: KeyHolder
}

/** One chat on its way through the service, and the engine's side of it. */
class Chat implements ChatCall {
  readonly request: ChatRequest
  readonly text: string
  readonly identity: CompletionIdentity
  readonly stop: Stop
  readonly requestId: string
  readonly engine: Engine
  readonly report: ChatReport
  readonly exchange: Exchange

  constructor(of: Omit<Chat, 'signal' | 'headers'>) {
    this.request = of.request
    this.text = of.text
    this.identity = of.identity
    this.stop = of.stop
    this.requestId = of.requestId
    this.engine = of.engine
    this.report = of.report
    this.exchange = of.exchange
  }

  get signal(): AbortSignal {
    return this.stop.signal
  }

  /** Few models look at them, so they are gone through only when one does. */
  get headers(): Readonly<Record<string, string>> {
    return shownHeaders(this.exchange.headers())
  }
}

/**
 * Seed 4.1: `POST /v1/chat/completions`, as one answer or as a stream. Never rejects: every refusal is answered in the
 * contract's shape. Settles when the answer is whole, or its stream has begun.
 */
export async function answerChat(parts: ServiceParts, exchange: Exchange): Promise<void> {
  const startedAt = parts.clock.now()
  const requestId = requestIdOf(exchange.header('x-request-id'))
  const answered = (status: number) => {
    const { method, path } = exchange
    reportRequest(parts, { requestId, method, path, route, status, ms: parts.clock.now() - startedAt })
  }
  try {
    const admitted = admitCaller(exchange.header, parts)
    const caller = admitted instanceof Promise ? await admitted : admitted
    const body = await readJsonBody(exchange, parts.maxBodyBytes)
    const chat = openChat(parts, { exchange, requestId, caller }, body)
    if (chat.request.stream === true) await answerStreamed(parts, chat, answered)
    else await answerWhole(parts, chat, answered)
  } catch (reason) {
    // What breaks because the caller has gone is no error of ours, and nobody gets to see it.
    const { isGone } = exchange
    const refusal = reportDefect(isGone ? silentLog : parts.log, requestId, reason)
    const answer = errorAnswer(refusal, requestId)
    exchange.answer(answer)
    answered(isGone && answer.status >= 500 ? callerGone : answer.status)
  }
}

/** Checks everything that can be checked before the engine is asked. Throws a `ServiceError` for every refusal. */
function openChat(parts: ServiceParts, { exchange, requestId, caller }: Asked, { value, text }: JsonBody): Chat {
  const asked = isPlainChatRequest(value) ? value : checkValue(chatRequest, value)
  const served = callableModel(parts.catalogue, asked)
  const stop = parts.openChats.open()
  // The engine's work must not outlive the caller.
  exchange.onGone(() => stop.stop())
  // The body is this chat's own, and need not be copied.
  asked.model = served.engineModelId
  const created = Math.floor(parts.clock.now() / 1000)
  const identity = { id: randomId('chatcmpl-'), created, model: served.model.id }
  const report = startChatReport(parts, { requestId, caller, served })
  return new Chat({ requestId, engine: served.engine, request: asked, text, identity, stop, report, exchange })
}

/** The chat failed before its answer began: says so in log and counts, and returns what to tell the caller. */
function failed(parts: ServiceParts, { stop, report }: Chat, reason: unknown): unknown {
  parts.openChats.close(stop)
  const failure = hostsReason(stop) ?? reason
  if (stop.isStopped && failure === reason) report.ended('aborted')
  else report.ended('failed', { code: failure instanceof ServiceError ? failure.detail.code : 'internal_error' })
  return failure
}

async function answerWhole(parts: ServiceParts, chat: Chat, answered: (status: number) => void): Promise<void> {
  const { requestId, engine, exchange, report, stop } = chat
  let body: string
  try {
    const completion = await engine.complete(chat)
    body = JSON.stringify(completion)
    parts.openChats.close(stop)
    report.ended('finished', completion.usage && { usage: completion.usage })
  } catch (reason) {
    throw failed(parts, chat, reason)
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId }
  exchange.answer({ status: 200, headers, body })
  answered(200)
}

async function answerStreamed(parts: ServiceParts, chat: Chat, answered: (status: number) => void): Promise<void> {
  const opening = openReply(chat.engine, chat, () => chat.report.began())
  let reply: OpenReply | undefined
  try {
    // A refusal that comes this early is an HTTP status; one that comes later must be an error frame.
    reply = await within(opening, parts.keepAliveMs)
  } catch (reason) {
    throw failed(parts, chat, reason)
  }
  stream(parts, chat, reply ?? opening)
  answered(200)
}

/** Begins the streamed answer. What is held from here on is held by thousands at a time, so nothing waits for its end. */
function stream(
  parts: ServiceParts,
  { requestId, exchange, report, stop, identity, request }: Chat,
  reply: Reply,
): void {
  const { heartbeats, openChats, meter, log } = parts
  const sink = exchange.stream({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  })
  meter.streamOpened()
  const encoder = createChunkEncoder(identity, { includeUsage: request.stream_options?.include_usage === true })
  const describe = (reason: unknown) => reportDefect(log, requestId, reason).detail
  const ended = () => {
    openChats.close(stop)
    meter.streamClosed()
    const { outcome, usage, pieces, error } = encoder
    report.ended(outcome ?? 'aborted', { pieces, ...(usage && { usage }), ...(error && { code: error.code }) })
  }
  relayReply(reply, { encoder, sink, work: stop, heartbeats, describe, ended })
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
