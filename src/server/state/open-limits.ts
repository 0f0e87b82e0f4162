import type { Config } from '#server/config/config.ts'
import { type Log, systemClock } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import { type RateLimit, createRateLimit } from '#service/state/keys-and-limits.ts'
import { type DailyUsage, type Ledger, dayOf } from '#service/state/ledger.ts'
import { type Spending, createSpending } from '#service/state/spending.ts'

/** The rate limit and the spending limits of all keys. */
export interface Limits {
  readonly rateLimit: RateLimit
  readonly spending: Spending
  /** Why limits aren't shared as configured, without secrets; undefined if they are. */
  problem(): string | undefined
  /** Sends pending updates and stops. */
  close(): Promise<void>
}

/**
 * Opens the limits of `PARLEY_LIMITS`. Rejects with a message for users if the ledger can't be read. Valkey's driver is loaded
 * only if it is configured.
 */
export async function openLimits(
  { limits, requestsPerMinute, reservationMs }: Pick<Config, 'limits' | 'requestsPerMinute' | 'reservationMs'>,
  ledger: Pick<Ledger, 'daily' | 'spentBy'>,
  log: Log,
): Promise<Limits> {
  const spent = await spentThisMonth(ledger)
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

/** What counts towards the budgets. Rejects with a message for users. */
export async function spentThisMonth(ledger: Pick<Ledger, 'daily'>): Promise<readonly DailyUsage[]> {
  const today = dayOf(Date.now())
  try {
    return await ledger.daily(`${today.slice(0, 7)}-01`, today)
  } catch (reason) {
    if (reason instanceof ServiceError) throw reason
    const problem = reason instanceof Error ? reason.message : String(reason)
    throw new Error(`The ledger can’t be read (${problem}). Make the account that runs Parley its owner.`, {
      cause: reason,
    })
  }
}
