import type { Clock } from '#service/service-context.ts'

/** A clock that moves only when the test says so. */
export interface ManualClock extends Clock {
  /** Moves time forward, wakes whoever has slept long enough, and lets them act. */
  advance(ms: number): Promise<void>
}

export function createManualClock(): ManualClock {
  let time = 1_000_000
  let sleepers: { until: number; wake: () => void }[] = []
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleepers.push({ until: time + ms, wake: resolve })
        signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
    async advance(ms) {
      time += ms
      const due = sleepers.filter(({ until }) => until <= time)
      sleepers = sleepers.filter(({ until }) => until > time)
      for (const { wake } of due) wake()
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}
