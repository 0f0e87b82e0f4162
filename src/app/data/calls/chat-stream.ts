import { type ConnectionTarget, isMixedContent, targetOf } from '#app/data/connections/connection-target.ts'
import { markRefused } from '#app/data/connections/connection.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { isRecord } from '#contract/json.ts'
import { engineModelId, firstModelList } from '#app/data/models/connection-models.ts'
import { createEventQueue } from './event-queue.ts'
import { type RecordedExchange, recorderOf } from './exchange-recorder.ts'
import { type ReplyReader, startReplyReader } from './reply-reader.ts'

/** A message of a request, under wire names. `content` is null beside tool calls alone. */
export interface RequestMessage {
  role: 'system' | 'user' | 'assistant'
  content: string | null
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

/** The body of a streamed chat request, under wire names. */
export interface ChatRequestBody {
  model: string
  messages: RequestMessage[]
  [parameter: string]: unknown
}

/** One reply asked for: what is sent, to which connection, and for which reply, by which its exchange can be inspected. */
export interface ReplyRequest {
  body: ChatRequestBody
  /** JSON in which fields of the body were written: their numbers are sent with the digits that they have there. */
  written?: string
  /** Null is the service that served this page. */
  connectionId: string | null
  replyId: string
}

let reader: Promise<ReplyReader | undefined> | undefined

/** Starts what reads replies before the first is asked for; calling it again costs nothing. */
export function prepareChatStream(): Promise<ReplyReader | undefined> {
  return (reader ??= startReplyReader())
}

/**
 * Asks for a streamed reply and yields its events in merged batches, read off the main thread where that is possible.
 * Never rejects: a refusal is a `failed` event. An end without `finished` or `failed` means that the connection broke
 * and the reply is cut; that is also how an abort ends. `sentAt` and `arrived` are of this page's `performance.now()`.
 */
export async function* streamChat(
  { body, written, connectionId, replyId }: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent[], void> {
  const target = targetOf(connectionId)
  const barred = await whyNotCalled(target)
  if (!target || barred) {
    if (barred) yield [{ type: 'failed', error: barred }]
    return
  }
  await firstModelList(target.apiBase)
  const model = engineModelId(target.apiBase, body.model)
  const call = {
    url: `${target.apiBase}/chat/completions`,
    key: target.key,
    body: { ...body, model, stream: true, stream_options: { include_usage: true } },
    ...(written !== undefined && { written }),
    replyId,
    beats: target.id === null,
  }
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const queue = createEventQueue()
  // Where workers are missing the same code runs in place; pages that have one never load it.
  const read = (await usableReader())?.read ?? (await import('./read-reply.ts')).readReply
  void read(call, either, queue.push).then(({ refusedWith }) => {
    if (refusedWith === 401 && target.id === null) markRefused(target.key)
    queue.close()
  })
  try {
    for await (const events of queue.batches) {
      const last = events.at(-1)
      const unanswered =
        target.id !== null && last?.type === 'failed' && last.error.code === 'service_unreachable' ? last : undefined
      yield events.filter((event) => event !== unanswered).map(onThisClock)
      if (unanswered) yield [{ ...unanswered, error: await whyUnanswered(target, either) }]
    }
  } finally {
    // A caller that stops listening stops the engine too.
    stop.abort()
  }
}

/** What was exchanged for a reply; undefined where it is no longer kept. Nothing is asked of the service. */
export async function inspectReply(replyId: string): Promise<RecordedExchange | undefined> {
  return recorderOf(replyId)?.exchange() ?? (await usableReader())?.inspect(replyId)
}

/** Whether something is a body that a chat was asked for with. */
export function isChatRequestBody(body: unknown): body is ChatRequestBody {
  return isRecord(body) && typeof body['model'] === 'string' && Array.isArray(body['messages'])
}

/** What keeps the page from calling at all; undefined for nothing. */
async function whyNotCalled(target: ConnectionTarget | undefined): Promise<ErrorDetail | undefined> {
  if (target?.id === null) return undefined
  if (target && !isMixedContent(location.origin, target.apiBase)) return undefined
  const { pageFailureOf } = await import('./call-failure.ts')
  return pageFailureOf(target ? 'mixed_content' : 'connection_removed', target?.name ?? '')
}

/** Why another service gave no answer, which the browser keeps from the call itself. */
async function whyUnanswered(target: ConnectionTarget, signal: AbortSignal): Promise<ErrorDetail> {
  return (await import('./call-failure.ts')).unansweredCall(target, signal)
}

async function usableReader(): Promise<ReplyReader | undefined> {
  const prepared = await prepareChatStream()
  if (prepared?.broken !== true) return prepared
  reader = undefined
  return prepareChatStream()
}

function onThisClock(event: ChatEvent): ChatEvent {
  if (event.type === 'started' && event.sentAt !== undefined) {
    return { ...event, sentAt: event.sentAt - performance.timeOrigin }
  }
  if (!('arrived' in event) || !event.arrived) return event
  const { first, last } = event.arrived
  return { ...event, arrived: { first: first - performance.timeOrigin, last: last - performance.timeOrigin } }
}
