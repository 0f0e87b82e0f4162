import { setTimeout } from 'node:timers/promises'
import { type Spent, dayOf } from '#service/state/ledger.ts'
import { knownSpent } from './script-arguments.ts'
import type { SharedSpendingOptions } from './shared-spending.ts'

/** Raises counters that are lower than what the ledger knows. */
export interface CounterRepair {
  /** Call when a key with a limit is used: its account may predate this process, and the ledger may get calls late. */
  meet(name: string): void
  /** Call when a key without a limit is used: such calls aren't counted, so an account that it had is incomplete. */
  forget(name: string): void
  /** Call when the cost of one of the key's calls may not have been counted. */
  doubt(name: string): void
  close(): void
}

/** The ledger may be written later than the call ends, so that one comparison isn't enough. */
const rounds = 3
/** Keys in use are compared every so many rounds: the ledger recovers calls of killed processes from their journals. */
const roundsWithoutDoubt = 10
/** Longer than a settled call takes to arrive or to be given up. */
const graceMs = 3000

/**
 * The ledger is authoritative: a cost that didn't reach the counters is added by comparing with it, and never by sending it
 * again. Counters are only raised, since they also have calls that aren't in the ledger yet. The ledger is read first and the
 * counters are compared a while later; by then, every call that was read has reached them or never will. So no call is
 * counted twice, and a counter is too low only until the next comparison.
 */
export function createCounterRepair({
  connection,
  accounts,
  ledger,
  clock,
  log,
  repairMs = 60_000,
}: SharedSpendingOptions): CounterRepair {
  /** The round in which each key in use was last scheduled for a comparison. */
  const due = new Map<string, number>()
  let round = 0
  /** Keys whose counters may be too low, with the comparisons that are left. */
  const doubtful = new Map<string, number>()

  async function compare(): Promise<void> {
    if (!connection.isUp || doubtful.size === 0) return
    const now = clock.now()
    const spent = new Map<string, Spent>()
    for (const name of doubtful.keys()) spent.set(name, await ledger.spentBy(name, dayOf(now)))
    await setTimeout(Math.min(graceMs, repairMs), undefined, { ref: false })
    for (const [name, known] of spent) {
      await accounts.run(name, ['raise', ...knownSpent(now, known)])
      const left = (doubtful.get(name) ?? 0) - 1
      if (left > 0) doubtful.set(name, left)
      else doubtful.delete(name)
    }
  }

  let isComparing = false
  const timer = setInterval(() => {
    round += 1
    if (isComparing) return
    isComparing = true
    compare()
      // Ledger or server can't be reached: the keys stay doubtful.
      .catch((reason: unknown) => log.warn({ problem: String(reason) }, 'limits can’t be compared with the ledger yet'))
      .finally(() => (isComparing = false))
  }, repairMs).unref()

  return {
    meet(name) {
      if (round - (due.get(name) ?? -Infinity) < roundsWithoutDoubt) return
      due.set(name, round)
      doubtful.set(name, Math.max(1, doubtful.get(name) ?? 0))
    },
    forget: (name) => void due.delete(name),
    doubt: (name) => void doubtful.set(name, rounds),
    close: () => clearInterval(timer),
  }
}
