import { EventStreamReader } from '#dialects/server-sent-events.ts'
import type { ServiceCall } from './service-call.ts'

/** Text as it arrived in one read. Times are milliseconds since the epoch. */
export interface ReceivedChunk {
  at: number
  text: string
}

/** One exchange with a service, as it can be looked at afterwards. The key is no part of it. */
export interface RecordedExchange {
  url: string
  /** Whether a key was sent along. */
  hadKey: boolean
  /** The JSON that was sent. */
  body: string
  sentAt: number
  /** Null where nobody answered. */
  answered: { at: number; status: number; headers: readonly (readonly [string, string])[] } | null
  pieces: readonly ReceivedChunk[]
  /** Characters between the first and the last pieces that were too many to keep. */
  omitted: number
  /** Null while it goes on. */
  endedAt: number | null
}

/** Notes an exchange while it happens. */
export interface ExchangeRecorder {
  /** The request goes out now. */
  sent(): void
  sentAt(): number
  answered(response: Pick<Response, 'status' | 'headers'>): void
  heard(text: string): void
  ended(): void
  exchange(): RecordedExchange
  /** How many characters of the answer it holds now. */
  length(): number
}

/** What is kept of one reply's text, in characters: as much from its beginning as from its end. */
const mostKept = 4_000_000

/** Begins to note a call that sends `body`; `now` gives milliseconds since the epoch. */
export function createExchangeRecorder(
  { url, key }: ServiceCall,
  body: string,
  now: () => number,
  most = mostKept,
): ExchangeRecorder {
  let sentAt = now()
  const head: ReceivedChunk[] = []
  const tail: ReceivedChunk[] = []
  let headLength = 0
  let tailLength = 0
  let omitted = 0
  let answered: RecordedExchange['answered'] = null
  let endedAt: number | null = null
  return {
    sent() {
      sentAt = now()
    },
    sentAt: () => sentAt,
    answered({ status, headers }) {
      answered = { at: now(), status, headers: [...headers] }
    },
    heard(text) {
      const piece = { at: now(), text }
      if (tail.length === 0 && headLength + text.length <= most / 2) {
        headLength += text.length
        head.push(piece)
        return
      }
      tail.push(piece)
      tailLength += text.length
      while (tailLength > most / 2 && tail.length > 1) {
        const length = tail.shift()?.text.length ?? 0
        tailLength -= length
        omitted += length
      }
    },
    ended() {
      endedAt = now()
    },
    length: () => headLength + tailLength,
    exchange: () => ({
      url,
      hadKey: key !== null,
      body,
      sentAt,
      answered,
      pieces: [...head, ...tail],
      omitted,
      endedAt,
    }),
  }
}

/** How many exchanges are kept, and how many characters of answers in all. */
const most = { replies: 60, characters: 40_000_000 }

const tapes = new Map<string, ExchangeRecorder>()

/**
 * Keeps a reply's exchange where it was read, so that the page carries none of it before somebody asks. Older ones make
 * room.
 */
export function keepRecorder(replyId: string, recorder: ExchangeRecorder): void {
  tapes.set(replyId, recorder)
  let characters = [...tapes.values()].reduce((sum, each) => sum + each.length(), 0)
  for (const [id, each] of tapes) {
    if (tapes.size <= most.replies && characters <= most.characters) return
    characters -= each.length()
    tapes.delete(id)
  }
}

/** The tape of a reply; undefined where it was read elsewhere, or long ago. */
export function recorderOf(replyId: string): ExchangeRecorder | undefined {
  return tapes.get(replyId)
}

/** One event of a stream as it arrived, `after` milliseconds from sending. */
export interface ExchangeEvent {
  after: number
  /** What stood in its `data`; a comment begins with a colon, and what is no event stands as it came. */
  data: string
}

/** The events of an exchange, each with the time at which its last character came. WHATWG HTML, section 9.2. */
export function eventsOf({ pieces, sentAt, omitted }: RecordedExchange): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  let after = 0
  const note = (data: string) => events.push({ after, data })
  const reader = new EventStreamReader({
    onEvent: note,
    onComment: (comment) => note(`: ${comment}`),
  })
  for (const { at, text } of pieces) {
    after = at - sentAt
    reader.feed(text)
  }
  // Not a stream: an answer in one piece, or a page that stands where an interface should.
  if (events.length === 0 && omitted === 0) {
    const whole = pieces.map(({ text }) => text).join('')
    if (whole !== '') note(whole)
  }
  return events
}
