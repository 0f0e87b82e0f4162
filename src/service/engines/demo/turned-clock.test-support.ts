import type { Clock } from '#service/service-context.ts'

/** A clock for tests that runs ahead by what is slept, so that nothing waits. */
export interface TurnedClock extends Clock {
  /** Every sleep asked for, in milliseconds. */
  readonly sleeps: readonly number[]
}

/** `lateness` is by how many milliseconds each sleep comes too late, as those of a busy machine do. */
export function createTurnedClock({ lateness = 0 }: { lateness?: number } = {}): TurnedClock {
  let time = 1_000_000
  const sleeps: number[] = []
  return {
    sleeps,
    now: () => time,
    async sleep(ms, signal) {
      sleeps.push(ms)
      if (!signal?.aborted) time += ms + lateness
    },
  }
}
