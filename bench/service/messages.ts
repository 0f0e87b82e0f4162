/** Sent by every process when it is ready. */
export interface Ready {
  ready: { port: number }
}

/** The response to `'usage'`: processor time since the start in microseconds, memory in bytes. */
export interface Usage {
  usage: { cpu: number; rss: number }
}

/** A task for the load process. Every request goes to this local port. */
export type Task =
  /** Sequential single replies on each connection, for `ms`. */
  | { kind: 'json'; port: number; path: string; headers: string; connections: number; ms: number }
  /** Concurrent streams of `chunks` chunks, one every `everyMs`. */
  | {
      kind: 'streams'
      port: number
      path: string
      headers: string
      streams: number
      chunks: number
      everyMs: number
    }
  /** `requests` single replies, all asked at once on connections of their own. */
  | { kind: 'burst'; port: number; path: string; headers: string; requests: number }
  /** Sequential streams, for the time to the first chunk. */
  | { kind: 'first-chunk'; port: number; path: string; headers: string; requests: number }

/** A task's result. */
export interface Done {
  done: {
    /** Replies per second, of single replies. */
    rate?: number
    /** Milliseconds within which 99 of 100 single replies ended. */
    p99?: number
    /** Replies of a burst by their status. */
    statuses?: Record<string, number>
    /** Milliseconds to the first chunk, the median. */
    firstChunk?: number
    error?: string
  }
}
