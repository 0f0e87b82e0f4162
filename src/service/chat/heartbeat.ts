/** Says that a silent stream is alive. */
export interface Heartbeat {
  /** Something was sent, so nothing need be said for a while. */
  touch(): void
  stop(): void
}

/**
 * Calls `beat` whenever nothing was sent for between half and all of `intervalMs`: one coarse timer a stream, which
 * costs a token nothing but setting a flag.
 */
export function startHeartbeat(beat: () => void, intervalMs: number): Heartbeat {
  return new CoarseHeartbeat(beat, intervalMs)
}

function check(heartbeat: CoarseHeartbeat): void {
  heartbeat.check()
}

class CoarseHeartbeat implements Heartbeat {
  readonly #beat: () => void
  readonly #timer: ReturnType<typeof setInterval>
  #isSilent = false

  constructor(beat: () => void, intervalMs: number) {
    this.#beat = beat
    this.#timer = setInterval(check, intervalMs / 2, this)
  }

  touch(): void {
    this.#isSilent = false
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  check(): void {
    if (this.#isSilent) this.#beat()
    this.#isSilent = true
  }
}
