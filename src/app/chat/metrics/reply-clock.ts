import { useSyncExternalStore } from 'react'
import { isOpen, type Reply } from '#app/data/message.ts'

/** Milliseconds between clock updates: often enough that no second is skipped. */
const tickMs = 250

/** Re-renders when `read` returns a new value. `read` should return whole units. */
export function useClock(read: () => number): number {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}

/** Seconds the model reasoned before its answer, so far or in total. Null if the answer came first. */
export function reasoningTime({ firstDeltaAt, firstTextAt, lastDeltaAt }: Reply): number | null {
  const end = firstTextAt ?? lastDeltaAt
  if (firstDeltaAt === null || end === null || end <= firstDeltaAt) return null
  return (end - firstDeltaAt) / 1000
}

/** True while more reasoning may arrive. */
export function isThinking(reply: Reply): boolean {
  return isOpen(reply) && reply.firstTextAt === null
}
