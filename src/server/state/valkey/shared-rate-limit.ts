import { type MemoryRateLimit, type RateLimit, rateLimitError } from '#service/state/keys-and-limits.ts'
import type { Accounts } from './accounts.ts'
import { type ValkeyConnection, ValkeyUnavailable } from './connection.ts'

interface SharedRateLimitOptions {
  connection: ValkeyConnection
  accounts: Accounts
  /** Counts while the connection is down. */
  memory: MemoryRateLimit
  /** For keys without a limit of their own; 0 is unlimited. */
  perMinute: number
}

/** A rate limit that all processes with the same server share. Keys without a limit take no round trip. */
export function createSharedRateLimit({ connection, accounts, memory, perMinute }: SharedRateLimitOptions): RateLimit {
  return {
    count(caller) {
      const limit = caller.terms?.requests_per_minute ?? perMinute
      if (limit === 0) return undefined
      if (!connection.isUp) return memory.count(caller)
      return accounts.run(caller.name, ['count', String(limit)]).then(
        ({ status = '' }) => {
          const [early = 0, resetMs = 0] = status.split(' ').map(Number)
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
