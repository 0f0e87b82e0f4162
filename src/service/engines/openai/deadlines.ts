/** How long to wait for an engine, in milliseconds. */
export interface Deadlines {
  /** From the request to the first byte of the body. Slow local models take long to read a prompt. */
  firstByteMs: number
  /** Between two chunks of the body. */
  idleMs: number
}

export const defaultDeadlines: Deadlines = { firstByteMs: 300_000, idleMs: 60_000 }

/** Limits how long one exchange waits for its engine. Time spent waiting for a slow reader doesn't count. */
export interface Watchdog {
  /** Starts waiting for the engine, for at most `ms`. */
  wait(ms: number): void
  /** Something arrived, so nothing is awaited. */
  rest(): void
  stop(): void
  readonly expired: boolean
}

/**
 * Calls `onExpired` once when a wait exceeds its limit. A wait usually costs two assignments: the timer keeps running and
 * checks only when it fires whether the time is really up.
 */
export function createWatchdog(onExpired: () => void): Watchdog {
  return new LazyWatchdog(onExpired)
}

/** Limits timers, so that a shorter wait after a longer one rarely needs a new one. */
const maxTimerMs = 30_000

function check(watchdog: LazyWatchdog): void {
  watchdog.check()
}

class LazyWatchdog implements Watchdog {
  expired = false
  #deadline = Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  #timerAt = Infinity
  readonly #onExpired: () => void

  constructor(onExpired: () => void) {
    this.#onExpired = onExpired
  }

  wait(ms: number): void {
    this.#deadline = performance.now() + ms
    if (this.#timerAt > this.#deadline) this.#arm(ms)
  }

  rest(): void {
    this.#deadline = Infinity
  }

  stop(): void {
    this.#deadline = Infinity
    clearTimeout(this.#timer)
  }

  #arm(ms: number): void {
    clearTimeout(this.#timer)
    const inMs = Math.min(Math.max(0, ms), maxTimerMs)
    this.#timerAt = performance.now() + inMs
    this.#timer = setTimeout(check, inMs, this)
  }

  check(): void {
    this.#timerAt = Infinity
    if (this.#deadline === Infinity) return
    const leftMs = this.#deadline - performance.now()
    if (leftMs > 0) return this.#arm(leftMs)
    this.expired = true
    this.#onExpired()
  }
}
