import { EventStreamReader } from '#dialects/server-sent-events.ts'
import type { ServiceCall } from './service-call.ts'

/** Text of one read. `at` is in milliseconds since the epoch. */
export interface ReceivedChunk {
  at: number
  text: string
}

/** A recorded request and its response. Never contains the key. Times are milliseconds since the epoch. */
export interface RecordedExchange {
  url: string
  /** Whether a key was sent. */
  hadKey: boolean
  /** The JSON text that was sent. */
  body: string
  sentAt: number
  /** Null if there was no response. */
  response: { at: number; status: number; headers: readonly (readonly [string, string])[] } | null
  chunks: readonly ReceivedChunk[]
  /** Characters dropped from the middle of a long response. */
  omitted: number
  /** Null while the response is still arriving. */
  endedAt: number | null
}

/** Records an exchange while it happens. */
export interface ExchangeRecorder {
  /** Call when the request is sent. */
  markSent(): void
  sentAt(): number
  addResponse(response: Pick<Response, 'status' | 'headers'>): void
  addText(text: string): void
  markEnded(): void
  exchange(): RecordedExchange
  /** The number of characters of the response that are kept. */
  length(): number
}

/** The characters kept per reply: half from the start, half from the end. */
const maxCharacters = 4_000_000

/** Records a call that sends `body`. `now` returns milliseconds since the epoch. */
export function createExchangeRecorder(
  { url, key }: ServiceCall,
  body: string,
  now: () => number,
  limit = maxCharacters,
): ExchangeRecorder {
  let sentAt = now()
  const head: ReceivedChunk[] = []
  const tail: ReceivedChunk[] = []
  let headLength = 0
  let tailLength = 0
  let omitted = 0
  let response: RecordedExchange['response'] = null
  let endedAt: number | null = null
  return {
    markSent() {
      sentAt = now()
    },
    sentAt: () => sentAt,
    addResponse({ status, headers }) {
      response = { at: now(), status, headers: [...headers] }
    },
    addText(text) {
      const chunk = { at: now(), text }
      if (tail.length === 0 && headLength + text.length <= limit / 2) {
        headLength += text.length
        head.push(chunk)
        return
      }
      tail.push(chunk)
      tailLength += text.length
      while (tailLength > limit / 2 && tail.length > 1) {
        const length = tail.shift()?.text.length ?? 0
        tailLength -= length
        omitted += length
      }
    },
    markEnded() {
      endedAt = now()
    },
    length: () => headLength + tailLength,
    exchange: () => ({
      url,
      hadKey: key !== null,
      body,
      sentAt,
      response,
      chunks: [...head, ...tail],
      omitted,
      endedAt,
    }),
  }
}

/** Limits for all recorded replies together. */
const totalLimits = { replies: 60, characters: 40_000_000 }

const recorders = new Map<string, ExchangeRecorder>()

/**
 * Keeps the recorder in the thread that read the reply, so that the page holds nothing until Inspect is opened. Drops
 * the oldest recorders when the limits are exceeded.
 */
export function storeRecorder(replyId: string, recorder: ExchangeRecorder): void {
  recorders.set(replyId, recorder)
  let characters = [...recorders.values()].reduce((sum, { length }) => sum + length(), 0)
  for (const [id, oldest] of recorders) {
    if (recorders.size <= totalLimits.replies && characters <= totalLimits.characters) return
    characters -= oldest.length()
    recorders.delete(id)
  }
}

/** The recorder of a reply, or undefined if it was read in another thread or has been dropped. */
export function findRecorder(replyId: string): ExchangeRecorder | undefined {
  return recorders.get(replyId)
}

/** One event of a recorded stream. `elapsedMs` counts from the request. */
export interface ExchangeEvent {
  elapsedMs: number
  /** The event's `data`. Comments begin with a colon. */
  data: string
}

/**
 * The server-sent events of an exchange (WHATWG HTML, section 9.2), each with the time its last character arrived. Empty
 * if the response isn't a stream.
 */
export function parseExchangeEvents({ chunks, sentAt, endedAt }: RecordedExchange): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  let elapsedMs = 0
  const add = (data: string) => events.push({ elapsedMs, data })
  const reader = new EventStreamReader({
    onEvent: add,
    onComment: (comment) => add(`: ${comment}`),
  })
  for (const { at, text } of chunks) {
    elapsedMs = at - sentAt
    reader.feed(text)
  }
  // The reply has read a last event without its blank line, too.
  if (endedAt !== null) reader.end()
  return events
}

/** The text of a response, without the part that was dropped from its middle. */
export function responseText({ chunks }: RecordedExchange): string {
  return chunks.map(({ text }) => text).join('')
}
