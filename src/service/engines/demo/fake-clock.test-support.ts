import type { Clock } from '#service/service-context.ts'

/** A clock that advances on every sleep, so that tests don't wait. */
export interface FakeClock extends Clock {
  /** The duration of every sleep, in milliseconds. */
  readonly sleeps: readonly number[]
}

/** `lateness` is how many milliseconds each sleep takes too long, as on a busy machine. */
export function createFakeClock({ lateness = 0 }: { lateness?: number } = {}): FakeClock {
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
