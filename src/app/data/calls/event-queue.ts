import type { ChatEvent } from '#contract/chat-event.ts'

/**
 * Adds new events to those that wait, in place. Pieces of the same text, reasoning or tool call that follow each other
 * become one event with the number of pieces and the times of the first and the last. Pieces whose unnamed fields differ
 * stay separate; fields that are the same in each chunk are one object.
 */
export function mergeEvents(waiting: ChatEvent[], arrived: readonly ChatEvent[]): void {
  for (const event of arrived) {
    const last = waiting.at(-1)
    const merged = last && mergedOf(last, event)
    if (merged) waiting[waiting.length - 1] = merged
    else waiting.push(event)
  }
}

function mergedOf(first: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (!isPiece(first) || !isPiece(next)) return undefined
  if (first.choice !== next.choice || first.extra !== next.extra) return undefined
  const arrived = first.arrived && next.arrived && { first: first.arrived.first, last: next.arrived.last }
  const counted = { pieces: (first.pieces ?? 1) + (next.pieces ?? 1), ...(arrived && { arrived }) }
  if (first.type === 'tool' && next.type === 'tool') {
    if (first.index !== next.index || next.id !== undefined || next.name !== undefined) return undefined
    return { ...first, arguments: (first.arguments ?? '') + (next.arguments ?? ''), ...counted }
  }
  if (first.type === 'tool' || next.type === 'tool') return undefined
  return first.type === next.type ? { ...first, text: first.text + next.text, ...counted } : undefined
}

function isPiece(event: ChatEvent) {
  return event.type === 'text' || event.type === 'reasoning' || event.type === 'tool'
}

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
