import { useSyncExternalStore } from 'react'
import { isOpen, type Reply } from '#app/data/message.ts'

/** How often the clock is looked at, in milliseconds: often enough that no second is skipped. */
const tick = 250

/** What a clock reads now, in whole units: the component is drawn again only when that changes. */
export function useClock(read: () => number): number {
  return useSyncExternalStore(everyTick, read)
}

function everyTick(look: () => void): () => void {
  const timer = setInterval(look, tick)
  return () => clearInterval(timer)
}

/**
 * How long the model thought before it answered, in seconds, so far or in all; null where the answer came first, so that
 * no time was the reasoning's own.
 */
export function reasoningTime({ firstDeltaAt, firstTextAt, lastDeltaAt }: Reply): number | null {
  const end = firstTextAt ?? lastDeltaAt
  if (firstDeltaAt === null || end === null || end <= firstDeltaAt) return null
  return (end - firstDeltaAt) / 1000
}

/** True while more reasoning may come. */
export function isThinking(reply: Reply): boolean {
  return isOpen(reply) && reply.firstTextAt === null
}
