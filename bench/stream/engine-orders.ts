/** What the engine of the bench is told before a run. */
export interface EngineOrders {
  tokens: number
  /** Tokens a second; 0 is as fast as it goes. */
  rate: number
  /** So many tokens go first at once, then a rest, then the others at the rate. */
  head: number
}

/** How far it is. `endedAt` is milliseconds since the epoch. */
export interface EngineReport {
  phase: 'idle' | 'resting' | 'streaming' | 'ended'
  endedAt: number
}
