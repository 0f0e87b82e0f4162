/** A stream that must not seem dead. */
export interface HeartbeatTarget {
  /** To be made false whenever something is sent. */
  isSilent: boolean
  /** Says that the stream is alive. */
  beat(): void
}

/** One timer for all streams, which costs a token nothing but setting a flag. */
export interface Heartbeats {
  /** From now on `beat` is called whenever nothing was sent for between half and all of the interval. */
  start(stream: HeartbeatTarget): void
  stop(stream: HeartbeatTarget): void
}

/** The timer runs while there is a stream. */
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
