/** About two frames: text that grows thirty times a second reads as smoothly as sixty, for half the work. */
const interval = 33

/** Calls `flush` when there is something to hand over, but seldom. */
interface Pacer {
  /** Says that something is waiting: flushes at once after a pause, else when the pause since the last flush is over. */
  nudge(): void
  /** Flushes what is left. */
  finish(): void
}

/** `flush` tells whether anything was handed over; after that, the next one waits its turn. */
export function createPacer(flush: () => boolean): Pacer {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flushAndRest = () => {
    timer = flush() ? setTimeout(flushAndRest, interval) : undefined
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
