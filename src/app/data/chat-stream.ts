import type { ChatEvent } from '#contract/chat-event.ts'
import { connection, markRefused } from './connection.ts'
import { createEventQueue } from './event-queue.ts'
import { readReply } from './read-reply.ts'
import { startReplyReader, type ReplyReader } from './reply-reader.ts'

/** The body of a streamed chat request, under wire names. */
export interface ChatRequestBody {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  [parameter: string]: unknown
}

/** One reply asked for: what is sent, to which connection, and for which reply, by which its exchange can be inspected. */
export interface ChatCall {
  body: ChatRequestBody
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
 * and the reply is cut; that is also how an abort ends. `arrived` is of this page's `performance.now()`.
 */
export async function* streamChat({ body }: ChatCall, signal: AbortSignal): AsyncGenerator<ChatEvent[], void> {
  const { key } = connection.getState()
  const call = {
    url: new URL('/v1/chat/completions', location.href).href,
    key,
    body: { ...body, stream: true, stream_options: { include_usage: true } },
  }
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const queue = createEventQueue()
  const read = (await usableReader())?.read ?? readReply
  void read(call, either, queue.push).then(({ refusedWith }) => {
    if (refusedWith === 401) markRefused(key)
    queue.close()
  })
  try {
    for await (const events of queue.batches) yield events.map(onThisClock)
  } finally {
    // A caller that stops listening stops the engine too.
    stop.abort()
  }
}

async function usableReader(): Promise<ReplyReader | undefined> {
  const prepared = await prepareChatStream()
  if (prepared?.broken !== true) return prepared
  reader = undefined
  return prepareChatStream()
}

function onThisClock(event: ChatEvent): ChatEvent {
  if ((event.type !== 'text' && event.type !== 'reasoning') || !event.arrived) return event
  const { first, last } = event.arrived
  return { ...event, arrived: { first: first - performance.timeOrigin, last: last - performance.timeOrigin } }
}
