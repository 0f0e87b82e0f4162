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
export function createPacer(flush: () => number | undefined): Pacer {
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
