/** One stream that must not seem dead. */
export class Heartbeat {
  /** To be made false whenever something is sent. */
  isSilent = false
  /** Says that the stream is alive. */
  readonly beat: () => void

  constructor(beat: () => void) {
    this.beat = beat
  }
}

/** One timer for the heartbeats of all streams, which costs a token nothing but setting a flag. */
export interface Heartbeats {
  /** From now on `beat` is called whenever nothing was sent for between half and all of the interval. */
  start(beat: () => void): Heartbeat
  stop(heartbeat: Heartbeat): void
}

/** The timer runs while there is a stream. */
export function createHeartbeats(intervalMs: number): Heartbeats {
  const all = new Set<Heartbeat>()
  let timer: ReturnType<typeof setInterval> | undefined
  const check = () => {
    for (const heartbeat of all) {
      if (heartbeat.isSilent) heartbeat.beat()
      heartbeat.isSilent = true
    }
  }
  return {
    start(beat) {
      const heartbeat = new Heartbeat(beat)
      all.add(heartbeat)
      timer ??= setInterval(check, intervalMs / 2)
      return heartbeat
    },
    stop(heartbeat) {
      all.delete(heartbeat)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
