/** How the engine streams in the next run. */
export interface EngineOrders {
  tokens: number
  /** Tokens per second; 0 is as fast as possible. */
  rate: number
  /** Tokens sent immediately, before a pause and the paced rest. */
  head: number
}

/** The engine's progress. `endedAt` is milliseconds since the epoch. */
export interface EngineReport {
  phase: 'idle' | 'resting' | 'streaming' | 'ended'
  endedAt: number
}
