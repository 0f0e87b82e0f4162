import type { Config } from '#server/config/config.ts'
import { isDatabase } from '#server/config/settings-table.ts'
import { spentThisMonth } from '#server/state/open-limits.ts'
import { type Store, openFileLedger, openStore } from '#server/state/open-store.ts'
import { type Log, systemClock } from '#service/service-context.ts'
import { type KeyHolder, type MemoryRateLimit, createRateLimit } from '#service/state/keys-and-limits.ts'
import {
  type BegunCall,
  type DailyUsage,
  type Ledger,
  type LedgerEntry,
  abortedEntry,
  createMemoryLedger,
} from '#service/state/ledger.ts'
import { type Charge, type MemorySpending, type Reservation, createSpending, nothing } from '#service/state/spending.ts'

/** What all workers share, which the primary process keeps. */
interface SharedState {
  ledger: Ledger
  rateLimit: MemoryRateLimit
  spending: MemorySpending
}

/**
 * Opens what all workers share. Rejects with a message for users if it can't. Workers use a database by themselves, so that
 * only what limits in memory need is read from it.
 */
export async function openSharedState(
  config: Pick<Config, 'store' | 'journal' | 'requestLog' | 'requestLogDays' | 'limits' | 'requestsPerMinute'>,
  log: Log,
): Promise<SharedState & Pick<Store, 'close'>> {
  const keepsLimits = config.limits === 'memory'
  const limitsAfter = (spent: readonly DailyUsage[]) => ({
    rateLimit: createRateLimit(systemClock, config.requestsPerMinute),
    spending: createSpending(systemClock, spent),
  })
  if (isDatabase(config.store)) {
    const unused = { ledger: createMemoryLedger(), close: async () => {} }
    if (!keepsLimits) return { ...unused, ...limitsAfter([]) }
    const store = await openStore(config, [], log)
    try {
      return { ...unused, ...limitsAfter(await spentThisMonth(store.ledger)) }
    } finally {
      await store.close()
    }
  }
  const { ledger, close } = openFileLedger(config, log)
  return { ledger, ...limitsAfter(keepsLimits ? await spentThisMonth(ledger) : []), close }
}

/** The methods that one worker may call, and `release` for when it ends. */
export type WorkerState = ReturnType<typeof createWorkerState>

/** What the primary answers to one worker. */
export type StateMethods = WorkerState['methods']

export function createWorkerState({ ledger, rateLimit, spending }: SharedState) {
  const open = new Map<number, { caller: KeyHolder; reservation: Reservation }>()
  let reservations = 0
  /** Calls that haven't ended. */
  const begun = new Map<string, BegunCall>()
  return {
    methods: {
      /** Returns in how many milliseconds the caller's allowance is full again. Throws a 429 above the limit. */
      count(caller: KeyHolder): number {
        rateLimit.count(caller)
        return rateLimit.resetMsOf(caller)
      },
      /** Throws a 402 or a 429 above the caller's limits. */
      reserve(caller: KeyHolder, greatest: Charge): { id: number; headers: Readonly<Record<string, string>> } {
        const reservation = spending.reserve(caller, () => greatest)
        const id = ++reservations
        open.set(id, { caller, reservation })
        return { id, headers: reservation.headers }
      },
      settle(id: number, charge: Charge): void {
        open.get(id)?.reservation.settle(charge)
        open.delete(id)
      },
      /** Counts a call that needed no reservation, in case its key gets a limit later. */
      spend(caller: KeyHolder, charge: Charge): void {
        spending.hold(caller, nothing)(charge)
      },
      begin: (call: BegunCall) => void begun.set(call.id, call),
      record(entry: LedgerEntry): void {
        begun.delete(entry.id)
        ledger.record(entry)
      },
      daily: (from: string, to: string, key?: string) => ledger.daily(from, to, key),
      spentBy: (key: string, day: string) => ledger.spentBy(key, day),
      /** Answers once all earlier messages have been handled. */
      finish(): void {},
    },
    /**
     * Releases the reservations of a worker that has ended. Calls that it couldn't end, because it was killed, are charged for
     * their input, as the provider does.
     */
    release(): void {
      const callers = new Map<string, KeyHolder>()
      for (const { caller, reservation } of open.values()) {
        callers.set(caller.name, caller)
        reservation.settle(nothing)
      }
      open.clear()
      for (const call of begun.values()) {
        ledger.record(abortedEntry(call))
        const caller = callers.get(call.key) ?? { name: call.key }
        spending.hold(caller, nothing)({ tokens: call.input, cost: call.cost ?? 0 })
      }
      begun.clear()
    },
  }
}
