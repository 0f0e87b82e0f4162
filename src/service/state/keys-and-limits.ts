import type { Clock } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'

/** Whoever presented a key that fits. `name` may be logged; the key itself is not kept. */
export interface KeyHolder {
  readonly name: string
}

/** Decides who may call. Seed 5; how keys are made and kept is the host's affair. */
export interface KeyRing {
  /**
   * The holder of a presented key, or undefined for a stranger. `undefined` is asked about when none was presented, so
   * that a ring can let everyone in, as inside a page whose only caller is the page itself.
   */
  find(key: string | undefined): KeyHolder | undefined | Promise<KeyHolder | undefined>
}

/** Holds each caller to a number of requests a minute. */
export interface RateLimit {
  /** Counts one request of this caller. Throws the 429, which says after how many seconds the next one may come. */
  count(caller: string): void
}

const minuteMs = 60_000
/** So many callers are remembered before those who have been quiet are forgotten. */
const rememberedCallers = 1000

/**
 * A caller may send a whole minute's requests at once, and then one each time that the next falls due (the generic cell
 * rate algorithm). One number is kept a caller. `perMinute` 0 sets no limit.
 */
export function createRateLimit(clock: Clock, perMinute: number): RateLimit {
  if (perMinute === 0) return { count() {} }
  const intervalMs = minuteMs / perMinute
  /** When each caller's allowance will be whole again. */
  const wholeAt = new Map<string, number>()

  return {
    count(caller) {
      const now = clock.now()
      if (wholeAt.size >= rememberedCallers) {
        for (const [name, at] of wholeAt) if (at <= now) wholeAt.delete(name)
      }
      const next = Math.max(now, wholeAt.get(caller) ?? now) + intervalMs
      const earlyMs = next - now - minuteMs
      // Fractions of a millisecond add up in `next`, and are nobody's fault.
      if (earlyMs >= 1) throw tooMany(perMinute, Math.ceil(earlyMs / 1000))
      wholeAt.set(caller, next)
    },
  }
}

function tooMany(perMinute: number, seconds: number) {
  return refuse(
    'rate_limit_exceeded',
    `This key may send ${perMinute} requests a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
