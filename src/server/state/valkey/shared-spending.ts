import { randomId } from '#service/random-id.ts'
import type { Clock, Log } from '#service/service-context.ts'
import { type KeyHolder, noHeaders } from '#service/state/keys-and-limits.ts'
import { type Ledger, type Spent, dayOf } from '#service/state/ledger.ts'
import { budgetError, tokenHeaders, tokenLimitError } from '#service/state/spending-refusals.ts'
import {
  type Charge,
  type MemorySpending,
  type Reservation,
  type Spending,
  hasSpendingLimit,
} from '#service/state/spending.ts'
import { type AccountAnswer, type Accounts, type Operation, reserveOperation, settleOperation } from './accounts.ts'
import { type ValkeyConnection, ValkeyUnavailable } from './connection.ts'
import { createCounterRepair } from './counter-repair.ts'
import { createLeases, farCalls } from './leases.ts'
import { knownSpent, reservationOf } from './script-arguments.ts'

export interface SharedSpendingOptions {
  connection: ValkeyConnection
  accounts: Accounts
  /** Enforces limits while the connection is down. Always kept up to date with this process's calls. */
  memory: MemorySpending
  ledger: Pick<Ledger, 'spentBy'>
  clock: Clock
  log: Log
  /** How long a reservation lives unless it is renewed, in milliseconds. */
  reservationMs: number
  /** How often counters that may be too low are compared with the ledger, in milliseconds. */
  repairMs?: number
}

interface SharedSpending extends Spending {
  /** Resolves when all settled calls so far have arrived, or can't. */
  close(): Promise<void>
}

/** For keys without a limit. If they get one, their account starts from the ledger. */
const unlimited: Reservation = { headers: noHeaders, settle() {} }

/**
 * Accounts that all processes with the same server share. A call takes one round trip before it is admitted, and one that it
 * doesn't wait for when it has ended; calls of keys without limits, and those with a lease, take none. While the connection is down, this process
 * continues from the last known counts.
 */
export function createSharedSpending(options: SharedSpendingOptions): SharedSpending {
  const { connection, accounts, memory, ledger, clock, log, reservationMs } = options
  const repair = createCounterRepair(options)
  /** The reservations of this process's open calls as `reservationOf` writes them, by key name and id. */
  const open = new Map<string, Map<string, string>>()
  const settling = new Set<Promise<void>>()
  const accountsBeingRead = new Map<string, Promise<Spent>>()

  async function reserve(caller: KeyHolder, charge: Charge): Promise<Reservation> {
    const id = randomId('')
    const reservation = reservationOf(id, charge)
    try {
      const operation = reserveOperation(caller, reservation)
      let account = await accounts.run(caller.name, operation)
      if (account.status === 'missing') {
        const spent = await readSpent(caller.name, dayOf(account.now))
        account = await accounts.run(caller.name, ['open', ...knownSpent(account.now, spent)], operation)
      }
      const local = admit(caller, charge, account)
      const isFar = isFarFromLimits(caller, charge, account)
      if (isFar) leases.consider(caller, charge)
      return begin(id, caller, reservation, local, isFar)
    } catch (reason) {
      if (!(reason instanceof ValkeyUnavailable)) throw reason
      return reserveHere(id, caller, charge)
    }
  }

  /** While the connection is down. */
  function reserveHere(id: string, caller: KeyHolder, charge: Charge): Reservation {
    const local = memory.reserve(caller, () => charge)
    return begin(id, caller, reservationOf(id, charge), local)
  }

  /** Throws if the call was refused. Otherwise also reserves it in memory, in case the connection is lost. */
  function admit(caller: KeyHolder, charge: Charge, { status, now, spent, used }: AccountAnswer): Reservation {
    const { name, terms } = caller
    const perMinute = terms?.tokens_per_minute ?? null
    memory.raise(name, dayOf(now), spent)
    if (status === 'day') throw budgetError('day', name, { budget: terms?.budget_per_day ?? 0, spent: spent.day }, now)
    if (status === 'month') {
      throw budgetError('month', name, { budget: terms?.budget_per_month ?? 0, spent: spent.month }, now)
    }
    if (status === 'tokens' && perMinute !== null) throw tokenLimitError(perMinute, used)
    return hold(caller, charge, used - leases.unusedTokensOf(name))
  }

  /** `used`: the tokens that count against the limit per minute. */
  function hold(caller: KeyHolder, charge: Charge, used: number): Reservation {
    const perMinute = caller.terms?.tokens_per_minute ?? null
    const settle = memory.hold(caller, charge)
    return { headers: perMinute === null ? noHeaders : tokenHeaders(perMinute, used), settle }
  }

  /** The spending that a new account starts with: from the ledger or, if that can't be read, from memory. */
  function readSpent(name: string, day: string): Promise<Spent> {
    const known = accountsBeingRead.get(name)
    if (known) return known
    const reading = ledger
      .spentBy(name, day)
      .catch(() => {
        repair.doubt(name)
        return memory.spentBy(name, day)
      })
      .finally(() => accountsBeingRead.delete(name))
    accountsBeingRead.set(name, reading)
    return reading
  }

  /** `canWait`: the key is far from its limits, so its costs may be counted a few milliseconds later. */
  function begin(id: string, caller: KeyHolder, reservation: string, local: Reservation, canWait = false): Reservation {
    const { name } = caller
    const calls = open.get(name) ?? new Map<string, string>()
    open.set(name, calls.set(id, reservation))
    return {
      headers: local.headers,
      settle(taken) {
        if (!calls.delete(id)) return
        if (calls.size === 0 && open.get(name) === calls) open.delete(name)
        local.settle(taken)
        send(caller, [settleOperation(caller, reservation, id, taken)], canWait)
      },
    }
  }

  /** Sends the settling of calls. `canWait` as for `begin`. */
  function send({ name }: KeyHolder, operations: readonly Operation[], canWait: boolean): void {
    if (!connection.isUp) return repair.doubt(name)
    const run = canWait ? accounts.runLater : accounts.run
    const sent = run(name, ...operations).then(
      ({ status }) => {
        if (status === 'missing') repair.doubt(name)
      },
      // It may or may not have arrived, so it isn't sent again: the ledger knows the cost, too.
      () => repair.doubt(name),
    )
    settling.add(sent)
    void sent.finally(() => settling.delete(sent))
  }

  const leases = createLeases({
    clock,
    async reserve(caller, reservation, room) {
      try {
        const answer = await accounts.run(caller.name, reserveOperation(caller, reservation, room))
        memory.raise(caller.name, dayOf(answer.now), answer.spent)
        return answer
      } catch (reason) {
        if (!(reason instanceof ValkeyUnavailable)) log.error({ defect: String(reason) }, 'internal error')
        return undefined
      }
    },
    hold,
    keep: (caller, id, reservation, local) => begin(id, caller, reservation, local, true),
    send: (caller, operations) => send(caller, operations, true),
  })

  function renew(): void {
    if (!connection.isUp) return
    for (const [name, calls] of open) {
      for (const [id, reservation] of calls) {
        accounts.run(name, ['renew', id, reservation]).catch((reason: unknown) => {
          if (!(reason instanceof ValkeyUnavailable)) log.error({ defect: String(reason) }, 'internal error')
        })
      }
    }
  }

  const renewal = setInterval(renew, reservationMs / 3).unref()
  connection.onUp(renew)

  return {
    reserve(caller, greatest) {
      if (!hasSpendingLimit(caller)) {
        repair.forget(caller.name)
        return unlimited
      }
      const charge = greatest()
      repair.meet(caller.name)
      if (!connection.isUp) return reserveHere(randomId(''), caller, charge)
      return leases.admit(caller, charge) ?? reserve(caller, charge)
    },
    async close() {
      clearInterval(renewal)
      repair.close()
      await leases.close()
      await Promise.all(settling)
    },
  }
}

/** Whether many such calls would still be admitted. */
function isFarFromLimits(
  { terms }: KeyHolder,
  { tokens, cost }: Charge,
  { spent, used }: Pick<AccountAnswer, 'spent' | 'used'>,
): boolean {
  const hasRoom = (limit: number | null | undefined, taken: number, each: number) =>
    typeof limit !== 'number' || limit - taken > farCalls * each
  return (
    hasRoom(terms?.budget_per_day, spent.day, cost) &&
    hasRoom(terms?.budget_per_month, spent.month, cost) &&
    hasRoom(terms?.tokens_per_minute, used, tokens)
  )
}
