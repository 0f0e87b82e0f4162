import type { KeyTerms } from '#contract/keys.ts'
import type { Clock } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'

/** The owner of a valid key. `name` may be logged. */
export interface KeyHolder {
  readonly name: string
  /** Absent for temporary and configured keys: they may chat and list models, without limits of their own. */
  readonly terms?: KeyTerms
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
  /**
   * Counts one request. Throws a 429 with the seconds to wait above the limit. Returns a promise, which rejects instead, only
   * if the limit is shared with other processes.
   */
  count(caller: KeyHolder): void | Promise<void>
  /** The `x-ratelimit-*-requests` headers for a caller with a limit, as last counted; the same empty object for others. */
  headersOf(caller: KeyHolder): Readonly<Record<string, string>>
}

/** A rate limit in this process. */
export interface MemoryRateLimit extends RateLimit {
  count(caller: KeyHolder): void
  /** Sets in how many milliseconds the caller's allowance will be full again, as counted elsewhere. */
  adopt(caller: KeyHolder, resetMs: number): void
  /** In how many milliseconds the caller's allowance will be full again. */
  resetMsOf(caller: KeyHolder): number
}

export const minuteMs = 60_000
/** Above this number, callers with a full allowance are forgotten. */
const maxTrackedCallers = 1000

/** For callers without limits. */
export const noHeaders: Readonly<Record<string, string>> = {}

/**
 * Generic cell rate algorithm with a burst of one minute's requests. `perMinute` 0 is unlimited; it applies to callers whose
 * key has no limit of its own.
 */
export function createRateLimit(clock: Clock, perMinute: number): MemoryRateLimit {
  /** When each caller's allowance will be full again. */
  const fullAt = new Map<string, number>()

  function keep(name: string, at: number, now: number): void {
    if (fullAt.size >= maxTrackedCallers) {
      for (const [each, full] of fullAt) if (full <= now) fullAt.delete(each)
    }
    fullAt.set(name, at)
  }

  function resetMsOf({ name }: KeyHolder): number {
    const now = clock.now()
    return Math.max(0, (fullAt.get(name) ?? now) - now)
  }

  return {
    count({ name: caller, terms }) {
      const limit = terms?.requests_per_minute ?? perMinute
      if (limit === 0) return
      const now = clock.now()
      const next = Math.max(now, fullAt.get(caller) ?? now) + minuteMs / limit
      const earlyMs = next - now - minuteMs
      // Tolerate rounding errors, which accumulate in `next`.
      if (earlyMs >= 1) throw rateLimitError(limit, Math.ceil(earlyMs / 1000))
      keep(caller, next, now)
    },
    adopt({ name }, resetMs) {
      const now = clock.now()
      keep(name, now + resetMs, now)
    },
    resetMsOf,
    headersOf(caller) {
      const limit = caller.terms?.requests_per_minute ?? perMinute
      if (limit === 0) return noHeaders
      const resetMs = resetMsOf(caller)
      const used = Math.ceil((resetMs * limit) / minuteMs - 0.001)
      return rateHeaders('requests', { limit, remaining: limit - used, resetMs })
    },
  }
}

/** The headers that official clients read. `resetMs` is until the allowance is full again. */
export function rateHeaders(
  of: 'requests' | 'tokens',
  { limit, remaining, resetMs }: { limit: number; remaining: number; resetMs: number },
): Record<string, string> {
  return {
    [`x-ratelimit-limit-${of}`]: String(limit),
    [`x-ratelimit-remaining-${of}`]: String(Math.max(0, Math.floor(remaining))),
    [`x-ratelimit-reset-${of}`]: `${(resetMs / 1000).toFixed(3)}s`,
  }
}

/** The refusal of a request above `perMinute`. */
export function rateLimitError(perMinute: number, seconds: number): ServiceError {
  return refuse(
    'rate_limit_exceeded',
    `This key is limited to ${perMinute} requests per minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {
      headers: {
        'retry-after': String(seconds),
        ...rateHeaders('requests', { limit: perMinute, remaining: 0, resetMs: minuteMs }),
      },
    },
  )
}
