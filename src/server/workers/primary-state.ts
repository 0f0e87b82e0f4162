import type { Ledger, LedgerEntry } from '#service/state/ledger.ts'
import type { KeyHolder, MemoryRateLimit } from '#service/state/keys-and-limits.ts'
import { type Charge, type MemorySpending, type Reservation, nothing } from '#service/state/spending.ts'

/** What all workers share, which the primary process keeps. */
interface SharedState {
  ledger: Ledger
  rateLimit: MemoryRateLimit
  spending: MemorySpending
}

/** The methods for one worker, and the end of its calls. */
export type WorkerState = ReturnType<typeof createWorkerState>

/** What the primary answers to one worker. */
export type StateMethods = WorkerState['methods']

export function createWorkerState({ ledger, rateLimit, spending }: SharedState) {
  const open = new Map<number, Reservation>()
  let reservations = 0
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
        open.set(id, reservation)
        return { id, headers: reservation.headers }
      },
      settle(id: number, charge: Charge): void {
        open.get(id)?.settle(charge)
        open.delete(id)
      },
      /** Counts a call that needed no reservation, for the time when its key gets a limit. */
      spend(caller: KeyHolder, charge: Charge): void {
        spending.hold(caller, nothing).settle(charge)
      },
      record: (entry: LedgerEntry) => ledger.record(entry),
      daily: (from: string, to: string, key?: string) => ledger.daily(from, to, key),
      spentBy: (key: string, day: string) => ledger.spentBy(key, day),
      /** Answers when everything that was sent before has been done. */
      finish(): void {},
    },
    /** Releases the reservations of a worker that has ended. */
    release(): void {
      for (const reservation of open.values()) reservation.settle(nothing)
      open.clear()
    },
  }
}
