import type { ChatEvent } from '#contract/chat-event.ts'
import { isRecord } from '#contract/json.ts'
import { joinMembers, writtenMembers } from '#contract/raw-json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { mergeEvents } from './event-queue.ts'
import { type ExchangeRecorder, createExchangeRecorder, keepRecorder } from './exchange-recorder.ts'
import { type ServiceCall, ServiceFailure, makeServiceCall } from './service-call.ts'

/** About two frames: text that grows thirty times a second reads as smoothly as sixty, for half the work. */
const shortestRest = 33
/** Still ten times a second. */
const longestRest = 100
/** Faster text is not read word by word any more, so it may come by the line, and a flood of it by the page. */
const restForCharacter = 0.1

/** Calls `flush` when there is something to hand over, but seldom. */
interface Pacer {
  /** Says that something is waiting: flushes at once after a pause, else when the rest since the last flush is over. */
  nudge(): void
  /** Flushes what is left. */
  finish(): void
}

/** `flush` tells how many characters it handed over, undefined where there was nothing. The more, the longer it rests. */
export function createThrottle(flush: () => number | undefined): Pacer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flushAndRest = () => {
    const length = flush()
    timer = length === undefined ? undefined : setTimeout(flushAndRest, restAfter(length))
  }
  return {
    nudge() {
      if (timer === undefined) flushAndRest()
    },
    finish() {
      clearTimeout(timer)
      flush()
    },
  }
}

function restAfter(length: number): number {
  return Math.min(longestRest, shortestRest + length * restForCharacter)
}

/** How often a service says that it is alive at the latest, and how often in a row it may fail to, in milliseconds. */
const beatMs = 20_000
const mayMiss = 4

/** Watches that a connection that should be heard from every few seconds has not died without a word. */
export interface HeartbeatMonitor {
  /** Something has come, whatever it was. */
  heard(): void
  stop(): void
}

/**
 * Calls `onSilent` once nothing has been heard for more than a minute. It counts beats that were missed and not time, so
 * that a machine that wakes from sleep first gets to hear what waits for it.
 */
export function createHeartbeatMonitor(onSilent: () => void): HeartbeatMonitor {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed <= mayMiss) return
    clearInterval(timer)
    onSilent()
  }, beatMs)
  return {
    heard() {
      missed = 0
    },
    stop() {
      clearInterval(timer)
    },
  }
}

/** How a reading ended: the status of a refusal, if it was one. What the reply came to is told by its events. */
export interface ReadingEnd {
  refusedWith?: number | undefined
}

/**
 * Makes a streamed chat call and hands on its events, merged, at most about thirty times a second (less often where much
 * comes); the first one at once. Runs in a worker or in the page. Never rejects: a refusal is a `failed` event; an end
 * without an ending means that the connection broke or died without a word, which is also how an abort ends. Times are
 * milliseconds since the epoch.
 */
export async function readReply(
  call: ServiceCall,
  signal: AbortSignal,
  handOver: (events: ChatEvent[]) => void,
): Promise<ReadingEnd> {
  let waiting: ChatEvent[] = []
  const throttle = createThrottle(() => {
    const events = waiting
    waiting = []
    if (events.length === 0) return undefined
    if (!signal.aborted) handOver(events)
    return lengthOf(events)
  })
  const body = joinMembers(writtenMembers(isRecord(call.body) ? call.body : {}, call.written ?? ''))
  const recorder = createExchangeRecorder(call, body, () => performance.timeOrigin + performance.now())
  if (call.replyId !== undefined) keepRecorder(call.replyId, recorder)
  const take = (events: readonly ChatEvent[]) => {
    const now = performance.timeOrigin + performance.now()
    mergeEvents(
      waiting,
      events.map((event) => timed(event, now, recorder.sentAt())),
    )
    if (waiting.length > 0) throttle.nudge()
  }
  try {
    await decodeReply(await makeServiceCall({ ...call, body }, signal, recorder), take, recorder, call.beats)
    return {}
  } catch (reason) {
    // Otherwise the connection broke or was aborted: ending here without an ending says so.
    if (!(reason instanceof ServiceFailure)) return {}
    const { detail, status, retryAt } = reason
    take([
      {
        type: 'failed',
        error: detail,
        ...(status !== undefined && { status }),
        ...(retryAt !== undefined && { retryAt }),
      },
    ])
    return { refusedWith: status }
  } finally {
    recorder.ended()
    throttle.finish()
  }
}

async function decodeReply(
  response: Response,
  take: (events: readonly ChatEvent[]) => void,
  recorder: ExchangeRecorder,
  beats = false,
): Promise<void> {
  const decoder = createChatDecoder()
  const reader = response.body?.getReader()
  const takeEnd = (isEmpty: boolean) => {
    // The decoder blames the engine for a reply that is cut or empty. Here it was our own connection that broke, which
    // the caller reports when there is no ending.
    if (!isEmpty) take(decoder.end().filter((event) => event.type !== 'failed' || event.error.code !== 'upstream_cut'))
  }
  if (!reader) {
    // This browser has no response streams, so the reply arrives at once.
    const all = await response.text()
    recorder.heard(all)
    take(decoder.feed(all))
    takeEnd(all.trim() === '')
    return
  }
  const text = new TextDecoder()
  let isEmpty = true
  // Not earlier: sending a long request may take any time.
  const watch = beats ? createHeartbeatMonitor(() => void reader.cancel().catch(() => undefined)) : undefined
  try {
    // Without pauses: each read returns one network write, so pausing between reads falls behind.
    while (!decoder.ended) {
      const { done, value } = await reader.read()
      watch?.heard()
      if (done) {
        takeEnd(isEmpty)
        return
      }
      const piece = text.decode(value, { stream: true })
      recorder.heard(piece)
      isEmpty &&= piece.trim() === ''
      take(decoder.feed(piece))
    }
  } finally {
    watch?.stop()
    void reader.cancel().catch(() => undefined)
  }
}

function lengthOf(events: readonly ChatEvent[]): number {
  return events.reduce((sum, event) => sum + lengthOfEvent(event), 0)
}

function lengthOfEvent(event: ChatEvent): number {
  if (event.type === 'tool') return event.arguments?.length ?? 0
  return 'text' in event ? event.text.length : 0
}

function timed(event: ChatEvent, now: number, sentAt: number): ChatEvent {
  if (event.type === 'started') return { ...event, sentAt }
  const isPiece = event.type === 'text' || event.type === 'reasoning' || event.type === 'tool'
  return isPiece ? { ...event, arrived: { first: now, last: now } } : event
}
