/** What every process of the bench says once it can be used. */
export interface Ready {
  ready: { port: number }
}

/** The answer to `'usage'`: processor time since the start in microseconds, memory in bytes. */
export interface Usage {
  usage: { cpu: number; rss: number }
}

/** One piece of work for the load process. Every request goes to `port` on this machine. */
export type Task =
  /** Single replies, one after another on each connection, for `ms`. */
  | { kind: 'json'; port: number; path: string; headers: string; connections: number; ms: number }
  /** `streams` at once, each of `chunks` at `everyMs`. */
  | {
      kind: 'streams'
      port: number
      path: string
      headers: string
      streams: number
      chunks: number
      everyMs: number
    }
  /** Streams one after another: how long until the first chunk is there. */
  | { kind: 'first-chunk'; port: number; path: string; headers: string; requests: number }

/** What came of a task. `error` says why it could not be done. */
export interface Done {
  done: {
    /** Replies per second, of single replies. */
    rate?: number
    /** Milliseconds to the first chunk, the median. */
    firstChunk?: number
    error?: string
  }
}
