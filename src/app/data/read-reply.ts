import type { ChatEvent } from '#contract/chat-event.ts'
import { isRecord } from '#contract/json.ts'
import { joinMembers, writtenMembers } from '#contract/raw-json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { createTape, type ExchangeTape } from './exchange-tape.ts'
import { keepTape } from './exchange-tapes.ts'
import { mergeEvents } from './merge-events.ts'
import { createPacer } from './pacer.ts'
import { makeServiceCall, type ServiceCall } from './service-call.ts'
import { ServiceFailure } from './service-failure.ts'
import { watchSilence } from './silence-watch.ts'

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
  const pacer = createPacer(() => {
    const events = waiting
    waiting = []
    if (events.length === 0) return undefined
    if (!signal.aborted) handOver(events)
    return lengthOf(events)
  })
  const body = joinMembers(writtenMembers(isRecord(call.body) ? call.body : {}, call.written ?? ''))
  const tape = createTape(call, body, () => performance.timeOrigin + performance.now())
  if (call.replyId !== undefined) keepTape(call.replyId, tape)
  const take = (events: readonly ChatEvent[]) => {
    const now = performance.timeOrigin + performance.now()
    mergeEvents(
      waiting,
      events.map((event) => timed(event, now, tape.sentAt())),
    )
    if (waiting.length > 0) pacer.nudge()
  }
  try {
    await decodeReply(await makeServiceCall({ ...call, body }, signal, tape), take, tape, call.beats)
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
    tape.ended()
    pacer.finish()
  }
}

async function decodeReply(
  response: Response,
  take: (events: readonly ChatEvent[]) => void,
  tape: ExchangeTape,
  beats = false,
): Promise<void> {
  const decoder = createChatDecoder()
  const reader = response.body?.getReader()
  if (!reader) {
    // No streams here: the reply comes as a whole.
    const whole = await response.text()
    tape.heard(whole)
    take(decoder.feed(whole))
    take(decoder.end().filter(isNotCut))
    return
  }
  const text = new TextDecoder()
  // Only from here on: how long a long request takes to be sent, nobody can say.
  const watch = beats ? watchSilence(() => void reader.cancel().catch(() => undefined)) : undefined
  try {
    // Without pauses: the browser hands out one network write a read, so that resting between reads falls behind.
    while (!decoder.ended) {
      const { done, value } = await reader.read()
      watch?.heard()
      if (done) {
        take(decoder.end().filter(isNotCut))
        return
      }
      const piece = text.decode(value, { stream: true })
      tape.heard(piece)
      take(decoder.feed(piece))
    }
  } finally {
    watch?.stop()
    void reader.cancel().catch(() => undefined)
  }
}

/** The decoder blames the engine for a cut; here it is our own connection that broke, which the caller tells by silence. */
function isNotCut(event: ChatEvent): boolean {
  return event.type !== 'failed' || event.error.code !== 'upstream_cut'
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
