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
  let deadline = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Infinity
  let expired = false

  function arm(at: number): void {
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(check, Math.max(0, at - performance.now()))
  }

  function check(): void {
    timerAt = Infinity
    if (deadline === Infinity) return
    if (performance.now() < deadline) return arm(deadline)
    expired = true
    onExpired()
  }

  return {
    wait(ms) {
      deadline = performance.now() + ms
      if (timerAt > deadline) arm(deadline)
    },
    rest() {
      deadline = Infinity
    },
    stop() {
      deadline = Infinity
      clearTimeout(timer)
    },
    get expired() {
      return expired
    },
  }
}
