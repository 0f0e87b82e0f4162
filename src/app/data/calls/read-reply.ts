import type { ChatEvent, TokenProbability } from '#contract/chat-event.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import { joinMembers, writtenMembers } from '#contract/raw-json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { readTokenProbabilities } from '#dialects/token-probabilities.ts'
import type { ChatRequestBody } from './chat-stream.ts'
import { type ExchangeRecorder, createExchangeRecorder, storeRecorder } from './exchange-recorder.ts'
import { type ServiceCall, ServiceFailure, makeServiceCall } from './service-call.ts'

export interface ReadResult {
  /** The HTTP status of an error response. */
  errorStatus?: number | undefined
}

/** The number of replies that are being read. */
let openReplies = 0

/**
 * Makes a streamed chat call and passes on its events, merged, at most about 20 times a second, and less often while text
 * arrives fast or many replies stream at once. The first event is passed on at once. Runs in a worker or in the page. Never rejects: an error
 * response is a `failed` event. A stream that ends without `finished` or `failed` was aborted or lost its connection. Times
 * are milliseconds since the epoch.
 */
export async function readReply(
  call: ServiceCall,
  signal: AbortSignal,
  onEvents: (events: ChatEvent[]) => void,
): Promise<ReadResult> {
  let pending: ChatEvent[] = []
  const throttle = createThrottle(() => {
    const events = pending
    pending = []
    if (events.length === 0) return undefined
    if (!signal.aborted) onEvents(events)
    return countCharacters(events)
  })
  const body = joinMembers(writtenMembers(isRecord(call.body) ? call.body : {}, call.rawJson ?? ''))
  const recorder = createExchangeRecorder(call, body, () => performance.timeOrigin + performance.now())
  if (call.replyId !== undefined) storeRecorder(call.replyId, recorder)
  const enqueue = (events: readonly ChatEvent[]) => {
    const now = performance.timeOrigin + performance.now()
    mergeEvents(
      pending,
      events.map((event) => withTimes(event, now, recorder.sentAt())),
    )
    if (pending.length > 0) throttle.schedule()
  }
  openReplies += 1
  try {
    const sent = call.files ? await bodyWithFiles(call, call.files) : body
    const response = await makeServiceCall({ ...call, body: sent }, signal, recorder)
    await decodeResponse(response, enqueue, recorder, call.hasHeartbeat)
    return {}
  } catch (reason) {
    // The connection broke or the call was aborted. Ending without a final event tells the caller.
    if (!(reason instanceof ServiceFailure)) return {}
    const { detail, status, retryAt } = reason
    enqueue([
      {
        type: 'failed',
        error: detail,
        ...(status !== undefined && { status }),
        ...(retryAt !== undefined && { retryAt }),
      },
    ])
    return { errorStatus: status }
  } finally {
    openReplies -= 1
    recorder.markEnded()
    throttle.finish()
  }
}

/** The JSON text of a request with the bytes of its files. The recorder keeps the text without them, megabytes shorter. */
async function bodyWithFiles(
  { body, rawJson = '' }: ServiceCall,
  files: ReadonlyMap<string, Blob>,
): Promise<string | undefined> {
  if (!isRequest(body)) return undefined
  const { withBytes } = await import('#app/data/attachments/request-bytes.ts')
  const { messages } = await withBytes(body, files)
  // A request that is repeated has its messages, with references, in `rawJson`, too.
  return joinMembers(writtenMembers(body, rawJson).set('messages', JSON.stringify(messages)))
}

function isRequest(body: unknown): body is JsonRecord & Pick<ChatRequestBody, 'messages'> {
  return isRecord(body) && Array.isArray(body['messages'])
}

async function decodeResponse(
  response: Response,
  enqueue: (events: readonly ChatEvent[]) => void,
  recorder: ExchangeRecorder,
  hasHeartbeat = false,
): Promise<void> {
  const decoder = createChatDecoder()
  const reader = response.body?.getReader()
  const enqueueEnd = (isEmpty: boolean) => {
    // The decoder blames the engine for a reply that is cut or empty. Here it was our own connection that broke, which
    // the caller reports when there is no final event.
    if (!isEmpty)
      enqueue(decoder.end().filter((event) => event.type !== 'failed' || event.error.code !== 'upstream_cut'))
  }
  if (!reader) {
    // The browser has no response streams, so the reply comes as a whole.
    const whole = await response.text()
    recorder.addText(whole)
    enqueue(decoder.feed(whole))
    enqueueEnd(whole.trim() === '')
    return
  }
  const text = new TextDecoder()
  let isEmpty = true
  // Not before the response: sending a long request can take any time.
  const heartbeat = hasHeartbeat ? createHeartbeatMonitor(() => void reader.cancel().catch(() => undefined)) : undefined
  try {
    // No pause between reads: each returns a single network write, so pausing here would fall behind.
    while (!decoder.ended) {
      const { done, value } = await reader.read()
      heartbeat?.reset()
      if (done) {
        enqueueEnd(isEmpty)
        return
      }
      const chunk = text.decode(value, { stream: true })
      recorder.addText(chunk)
      isEmpty &&= chunk.trim() === ''
      enqueue(decoder.feed(chunk))
    }
  } finally {
    heartbeat?.stop()
    void reader.cancel().catch(() => undefined)
  }
}

function countCharacters(events: readonly ChatEvent[]): number {
  return events.reduce((sum, event) => {
    if (event.type === 'tool') return sum + (event.arguments?.length ?? 0)
    return sum + ('text' in event ? event.text.length : 0)
  }, 0)
}

function withTimes(event: ChatEvent, now: number, sentAt: number): ChatEvent {
  if (event.type === 'started') return { ...event, sentAt }
  if (event.type === 'text' || event.type === 'reasoning') {
    const tokens = event.extra && readTokenProbabilities(event.extra)
    // The page needs nothing else of them, and pieces with different extras wouldn't be merged.
    if (tokens) return { ...event, extra: undefined, tokens, arrived: { first: now, last: now } }
  }
  return isDelta(event) ? { ...event, arrived: { first: now, last: now } } : event
}

/**
 * Appends events to `pending` in place. Consecutive deltas of the same text, reasoning or tool call become one event with
 * their number and the times of the first and the last. Deltas with different unknown fields (`extra`) stay separate.
 */
export function mergeEvents(pending: ChatEvent[], events: readonly ChatEvent[]): void {
  for (const event of events) {
    const last = pending.at(-1)
    const merged = last && mergePair(last, event)
    if (merged) pending[pending.length - 1] = merged
    else pending.push(event)
  }
}

function mergePair(first: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (!isDelta(first) || !isDelta(next)) return undefined
  // The decoder reuses one object for fields that repeat in each chunk, so comparing identity is enough.
  if (first.choice !== next.choice || first.extra !== next.extra) return undefined
  const arrived = first.arrived && next.arrived && { first: first.arrived.first, last: next.arrived.last }
  const counted = { pieces: (first.pieces ?? 1) + (next.pieces ?? 1), ...(arrived && { arrived }) }
  if (first.type === 'tool' && next.type === 'tool') {
    if (first.index !== next.index || next.id !== undefined || next.name !== undefined) return undefined
    return { ...first, arguments: (first.arguments ?? '') + (next.arguments ?? ''), ...counted }
  }
  if (first.type === 'tool' || next.type === 'tool') return undefined
  if (first.type !== next.type) return undefined
  const tokens = joinTokens(first.tokens, next.tokens)
  return { ...first, text: first.text + next.text, ...(tokens && { tokens }), ...counted }
}

/** Appends in place, as the list belongs to the event that is merged: a burst of pieces would copy it each time. */
function joinTokens(first: TokenProbability[] | undefined, next: TokenProbability[] | undefined) {
  if (!first || !next) return first ?? next
  for (const token of next) first.push(token)
  return first
}

function isDelta(event: ChatEvent) {
  return event.type === 'text' || event.type === 'reasoning' || event.type === 'tool'
}

/** With the pause per character, 20 times a second at a usual speed: text still looks smooth, for a third of the work. */
const minInterval = 46
/** Still ten updates a second. */
const maxInterval = 100
/** Replies that stream at once share the page: together they update it about 45 times a second, each at least 10 times. */
const intervalPerReply = 1_000 / 45
/** Faster text isn't read word by word, so longer batches are followed by longer pauses. In milliseconds. */
const intervalPerCharacter = 0.2

interface Throttle {
  /** Flushes now, or as soon as the pause after the last flush is over. */
  schedule(): void
  /** Flushes what is left. */
  finish(): void
}

/** Limits how often `flush` runs. It returns how many characters it passed on, or undefined if there were none. */
export function createThrottle(flush: () => number | undefined): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flushAndPause = () => {
    const length = flush()
    timer = length === undefined ? undefined : setTimeout(flushAndPause, pauseAfter(length))
  }
  return {
    schedule() {
      if (timer === undefined) flushAndPause()
    },
    finish() {
      clearTimeout(timer)
      flush()
    },
  }
}

function pauseAfter(length: number): number {
  return Math.min(maxInterval, Math.max(minInterval + length * intervalPerCharacter, openReplies * intervalPerReply))
}

/** The service sends a heartbeat at least this often. */
const heartbeatMs = 20_000
const allowedMisses = 4

/** Detects a connection that died silently. */
export interface HeartbeatMonitor {
  /** Call whenever anything arrives. */
  reset(): void
  stop(): void
}

/**
 * Calls `onSilent` after more than a minute without data. Counts missed heartbeats instead of time, so that a machine
 * that wakes from sleep first receives what is waiting.
 */
export function createHeartbeatMonitor(onSilent: () => void): HeartbeatMonitor {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed <= allowedMisses) return
    clearInterval(timer)
    onSilent()
  }, heartbeatMs)
  return {
    reset() {
      missed = 0
    },
    stop() {
      clearInterval(timer)
    },
  }
}
