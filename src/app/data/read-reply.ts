import type { ChatEvent } from '#contract/chat-event.ts'
import { createChatDecoder } from '#contract/sse.ts'
import { mergeEvents } from './merge-events.ts'
import { createPacer } from './pacer.ts'
import { makeServiceCall, type ServiceCall } from './service-call.ts'
import { ServiceFailure } from './service-failure.ts'

/** How a reading ended: the status of a refusal, if it was one. What the reply came to is told by its events. */
export interface ReadingEnd {
  refusedWith?: number | undefined
}

/**
 * Makes a streamed chat call and hands on its events, merged, at most about thirty times a second; the first one at
 * once. Runs in a worker or in the page. Never rejects: a refusal is a `failed` event; an end without an ending means
 * that the connection broke, which is also how an abort ends. Times are milliseconds since the epoch.
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
    if (events.length > 0 && !signal.aborted) handOver(events)
    return events.length > 0
  })
  const take = (events: readonly ChatEvent[]) => {
    const now = performance.timeOrigin + performance.now()
    mergeEvents(
      waiting,
      events.map((event) => timed(event, now)),
    )
    if (waiting.length > 0) pacer.nudge()
  }
  try {
    await decodeReply(await makeServiceCall(call, signal), take)
    return {}
  } catch (reason) {
    // Otherwise the connection broke or was aborted: ending here without an ending says so.
    if (!(reason instanceof ServiceFailure)) return {}
    take([{ type: 'failed', error: reason.detail, ...(reason.status !== undefined && { status: reason.status }) }])
    return { refusedWith: reason.status }
  } finally {
    pacer.finish()
  }
}

async function decodeReply(response: Response, take: (events: readonly ChatEvent[]) => void): Promise<void> {
  const decoder = createChatDecoder()
  const reader = response.body?.getReader()
  if (!reader) {
    // No streams here: the reply comes as a whole.
    take(decoder.feed(await response.text()))
    take(decoder.end().filter(isNotCut))
    return
  }
  const text = new TextDecoder()
  try {
    // Without pauses: the browser hands out one network write a read, so that resting between reads falls behind.
    while (!decoder.ended) {
      const { done, value } = await reader.read()
      take(done ? decoder.end().filter(isNotCut) : decoder.feed(text.decode(value, { stream: true })))
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The decoder blames the engine for a cut; here it is our own connection that broke, which the caller tells by silence. */
function isNotCut(event: ChatEvent): boolean {
  return event.type !== 'failed' || event.error.code !== 'upstream_cut'
}

function timed(event: ChatEvent, now: number): ChatEvent {
  return event.type === 'text' || event.type === 'reasoning' ? { ...event, arrived: { first: now, last: now } } : event
}
