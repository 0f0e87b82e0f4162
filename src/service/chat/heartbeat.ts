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
  let isSilent = false
  const timer = setInterval(() => {
    if (isSilent) beat()
    isSilent = true
  }, intervalMs / 2)
  return {
    touch() {
      isSilent = false
    },
    stop() {
      clearInterval(timer)
    },
  }
}
