import type { Config } from '#server/config/config.ts'
import { systemClock } from '#service/service-context.ts'
import { type RateLimit, createRateLimit } from '#service/state/keys-and-limits.ts'
import type { DailyUsage } from '#service/state/ledger.ts'
import { type Spending, createSpending } from '#service/state/spending.ts'

/** What keeps keys within their limits. */
interface Limits {
  readonly rateLimit: RateLimit
  readonly spending: Spending
}

/** Opens the limits. `spent` is what the ledger knows of the current month. */
export function openLimits(
  { requestsPerMinute }: Pick<Config, 'requestsPerMinute'>,
  spent: readonly DailyUsage[],
): Limits {
  return {
    rateLimit: createRateLimit(systemClock, requestsPerMinute),
    spending: createSpending(systemClock, spent),
  }
}
