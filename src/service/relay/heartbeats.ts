/** A stream that is kept open by heartbeats. */
export interface HeartbeatTarget {
  /** Set to false by the stream whenever it sends something. */
  isSilent: boolean
  /** Sends a heartbeat. */
  beat(): void
}

/** One timer for all streams, so that sending a chunk only sets a flag. */
export interface Heartbeats {
  /** Calls `beat` whenever the stream was silent for between half and all of the interval. */
  start(stream: HeartbeatTarget): void
  stop(stream: HeartbeatTarget): void
}

export function createHeartbeats(intervalMs: number): Heartbeats {
  const streams = new Set<HeartbeatTarget>()
  let timer: ReturnType<typeof setInterval> | undefined
  const check = () => {
    for (const stream of streams) {
      if (stream.isSilent) stream.beat()
      stream.isSilent = true
    }
  }
  return {
    start(stream) {
      streams.add(stream)
      timer ??= setInterval(check, intervalMs / 2)
    },
    stop(stream) {
      streams.delete(stream)
      if (streams.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
