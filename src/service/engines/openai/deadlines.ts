/** How long an engine may keep us waiting, in milliseconds. */
export interface Deadlines {
  /** From the request to the first byte of the body; slow local models think long. */
  firstByteMs: number
  /** Between two pieces of the body. */
  idleMs: number
}

export const defaultDeadlines: Deadlines = { firstByteMs: 300_000, idleMs: 60_000 }

/** Watches that one exchange does not wait for ever. Only time spent waiting for the engine counts, not for a slow reader. */
export interface Watchdog {
  /** The engine is waited for from now on, for at most `ms`. */
  wait(ms: number): void
  /** The engine has given something; nothing is waited for. */
  rest(): void
  stop(): void
  readonly expired: boolean
}

/**
 * Calls `onExpired` once when a wait outlasts its limit. A wait costs two assignments: the timer is left to run, and
 * only when it fires is it asked whether the time is really up.
 */
export function createWatchdog(onExpired: () => void): Watchdog {
  return new LazyWatchdog(onExpired)
}

/** Timers are no longer than this, so that a shorter wait after a longer one seldom needs another. */
const longestTimerMs = 30_000

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
    const inMs = Math.min(Math.max(0, ms), longestTimerMs)
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
