import type { Limits } from '#server/state/open-limits.ts'
import { type Clock, type Log, systemClock } from '#service/service-context.ts'
import { createRateLimit } from '#service/state/keys-and-limits.ts'
import type { DailyUsage, Ledger } from '#service/state/ledger.ts'
import { createSpending } from '#service/state/spending.ts'
import { createAccounts } from './accounts.ts'
import { connectValkey } from './connection.ts'
import { createSharedRateLimit } from './shared-rate-limit.ts'
import { createSharedSpending } from './shared-spending.ts'

interface SharedLimitsOptions {
  /** Of Valkey or Redis. */
  url: string
  requestsPerMinute: number
  reservationMs: number
  ledger: Pick<Ledger, 'spentBy'>
  /** What the ledger knows of the current month. */
  spent: readonly DailyUsage[]
  log: Log
  /** In tests: replaces the server's clock, too. */
  clock?: Clock
  retryMs?: number
  repairMs?: number
}

/** Opens limits that several processes share. Without a server it starts all the same, with limits in this process. */
export async function openSharedLimits(options: SharedLimitsOptions): Promise<Limits> {
  const { url, log, ledger, reservationMs, requestsPerMinute, clock = systemClock, retryMs, repairMs } = options
  const connection = await connectValkey({ url, log, ...(retryMs !== undefined && { retryMs }) })
  const time = () => (options.clock ? String(options.clock.now()) : '')
  const accounts = createAccounts({ connection, clock, reservationMs, time })
  const rateLimit = createSharedRateLimit({
    connection,
    accounts,
    memory: createRateLimit(clock, requestsPerMinute),
    perMinute: requestsPerMinute,
  })
  const spending = createSharedSpending({
    connection,
    accounts,
    memory: createSpending(clock, options.spent),
    ledger,
    clock,
    log,
    reservationMs,
    ...(repairMs !== undefined && { repairMs }),
  })
  return {
    rateLimit,
    spending,
    problem: () => connection.problem,
    async close() {
      await spending.close()
      connection.close()
    },
  }
}
