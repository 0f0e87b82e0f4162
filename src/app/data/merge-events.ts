import type { ChatEvent } from '#contract/chat-event.ts'

/**
 * Adds what came to what is waiting, in place: a run of text, or of reasoning, of one choice becomes one event that
 * tells how many pieces it was and when its first and last one came. Pieces with fields that nobody named stay alone.
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
  if (next.type !== 'text' && next.type !== 'reasoning') return undefined
  if (first.type !== next.type || first.choice !== next.choice || first.extra || next.extra) return undefined
  const arrived = first.arrived && next.arrived && { first: first.arrived.first, last: next.arrived.last }
  return {
    ...first,
    text: first.text + next.text,
    pieces: (first.pieces ?? 1) + (next.pieces ?? 1),
    ...(arrived && { arrived }),
  }
}
