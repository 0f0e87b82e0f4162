import { type MemoryRateLimit, type RateLimit, rateLimitError } from '#service/state/keys-and-limits.ts'
import { type ValkeyConnection, ValkeyUnavailable } from './connection.ts'
import { countScript } from './scripts.ts'

interface SharedRateLimitOptions {
  connection: ValkeyConnection
  /** Counts while the connection is down. */
  memory: MemoryRateLimit
  /** For keys without a limit of their own; 0 is unlimited. */
  perMinute: number
  /** The time for the scripts as text; '' lets the server take its own. */
  time: () => string
}

/** A rate limit that all processes with the same server share. Keys without a limit take no round trip. */
export function createSharedRateLimit({ connection, memory, perMinute, time }: SharedRateLimitOptions): RateLimit {
  return {
    count(caller) {
      const limit = caller.terms?.requests_per_minute ?? perMinute
      if (limit === 0) return undefined
      if (!connection.isUp) return memory.count(caller)
      const key = `parley:limits:{${caller.name}}:requests`
      return connection.run(countScript, [key], [time(), String(limit)]).then(
        (reply) => {
          const [early = 0, resetMs = 0] = numbersIn(reply)
          // For the headers, and for the time when the connection is lost.
          memory.adopt(caller, resetMs)
          if (early >= 1) throw rateLimitError(limit, Math.ceil(early / 1000))
        },
        (reason: unknown) => {
          if (!(reason instanceof ValkeyUnavailable)) throw reason
          memory.count(caller)
        },
      )
    },
    headersOf: (caller) => memory.headersOf(caller),
  }
}

function numbersIn(reply: unknown): number[] {
  return Array.isArray(reply) ? reply.map(Number) : []
}
