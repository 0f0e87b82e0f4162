import type { ChatEvent } from '#contract/chat-event.ts'
import { mergeEvents } from './merge-events.ts'

/** Turns events that are pushed into batches that are pulled. */
interface EventQueue {
  push(events: ChatEvent[]): void
  /** Says that nothing more comes; what was pushed is still given out. */
  close(): void
  /** What was pushed, as one batch each time it is asked for. */
  batches: AsyncIterable<ChatEvent[]>
}

/** A queue for one reader. */
export function createEventQueue(): EventQueue {
  let waiting: ChatEvent[] = []
  let closed = false
  let wake: (() => void) | undefined

  async function* take(): AsyncGenerator<ChatEvent[], void> {
    for (;;) {
      const events = waiting
      waiting = []
      if (events.length > 0) yield events
      else if (closed) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  return {
    push(events) {
      mergeEvents(waiting, events)
      wake?.()
    },
    close() {
      closed = true
      wake?.()
    },
    batches: take(),
  }
}
