import { useSyncExternalStore } from 'react'

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
