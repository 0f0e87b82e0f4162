import type { Config } from '#server/config/config.ts'
import { type Log, systemClock } from '#service/service-context.ts'
import { type RateLimit, createRateLimit } from '#service/state/keys-and-limits.ts'
import type { DailyUsage, Ledger } from '#service/state/ledger.ts'
import { type Spending, createSpending } from '#service/state/spending.ts'

/** What keeps keys within their limits. */
export interface Limits {
  readonly rateLimit: RateLimit
  readonly spending: Spending
  /** Why limits aren't shared as configured, without secrets; undefined if they are. */
  problem(): string | undefined
  /** Sends what waits, and stops. */
  close(): Promise<void>
}

/** What limits need of the store. */
interface LimitedStore {
  /** What the ledger knows of the current month. */
  readonly spent: readonly DailyUsage[]
  readonly ledger: Pick<Ledger, 'spentBy'>
}

/** Opens the limits of `PARLEY_LIMITS`. Valkey's driver is loaded only if it is configured. */
export async function openLimits(
  { limits, requestsPerMinute, reservationMs }: Pick<Config, 'limits' | 'requestsPerMinute' | 'reservationMs'>,
  { spent, ledger }: LimitedStore,
  log: Log,
): Promise<Limits> {
  if (limits !== 'memory') {
    const { openSharedLimits } = await import('./valkey/open-shared-limits.ts')
    return openSharedLimits({ url: limits, requestsPerMinute, reservationMs, spent, ledger, log })
  }
  return {
    rateLimit: createRateLimit(systemClock, requestsPerMinute),
    spending: createSpending(systemClock, spent),
    problem: () => undefined,
    close: async () => {},
  }
}
