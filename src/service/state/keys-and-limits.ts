import type { Clock } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'

/** The owner of a valid key. `name` may be logged. */
export interface KeyHolder {
  readonly name: string
}

/** Authenticates callers (seed 5). The host decides how keys are created and stored. */
export interface KeyRing {
  /**
   * The holder of a key; undefined if it is unknown. Also called with undefined, when no key was sent, so that a ring can
   * accept every caller, as inside the page.
   */
  find(key: string | undefined): KeyHolder | undefined | Promise<KeyHolder | undefined>
}

/** Limits each caller's requests per minute. */
export interface RateLimit {
  /** Counts one request. Throws a 429 with the seconds to wait above the limit. */
  count(caller: string): void
}

const minuteMs = 60_000
/** Above this number, callers with a full allowance are forgotten. */
const maxTrackedCallers = 1000

/** Generic cell rate algorithm with a burst of one minute's requests. `perMinute` 0 is unlimited. */
export function createRateLimit(clock: Clock, perMinute: number): RateLimit {
  if (perMinute === 0) return { count() {} }
  const intervalMs = minuteMs / perMinute
  /** When each caller's allowance will be full again. */
  const fullAt = new Map<string, number>()

  return {
    count(caller) {
      const now = clock.now()
      if (fullAt.size >= maxTrackedCallers) {
        for (const [name, at] of fullAt) if (at <= now) fullAt.delete(name)
      }
      const next = Math.max(now, fullAt.get(caller) ?? now) + intervalMs
      const earlyMs = next - now - minuteMs
      // Tolerate rounding errors, which accumulate in `next`.
      if (earlyMs >= 1) throw rateLimitError(perMinute, Math.ceil(earlyMs / 1000))
      fullAt.set(caller, next)
    },
  }
}

function rateLimitError(perMinute: number, seconds: number) {
  return refuse(
    'rate_limit_exceeded',
    `This key may send ${perMinute} requests a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
