import type { Clock } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import type { Spent } from '#service/state/ledger.ts'
import { type Charge, nothing } from '#service/state/spending.ts'
import type { ValkeyConnection } from './connection.ts'
import { amountsOf, fromNano, keysOf, monthEnds, toNano } from './script-arguments.ts'
import { accountScript } from './scripts.ts'

/** One step of `accountScript`, with its arguments. */
export type Operation = readonly [name: 'count' | 'open' | 'reserve' | 'settle' | 'renew' | 'raise', ...args: string[]]

/** An account after some operations. */
interface AccountState {
  /** Milliseconds since the Unix epoch, by the server's clock. */
  now: number
  spent: Spent
  /** Tokens that count against the limit per minute. */
  used: number
}

export interface Accounts {
  /** Runs operations on the account of a key, in their order; `status` is of the last. Rejects with `ValkeyUnavailable`. */
  run(name: string, ...operations: Operation[]): Promise<AccountAnswer>
  /** The same for what can wait a few milliseconds for others to share its command. */
  runLater(name: string, ...operations: Operation[]): Promise<AccountAnswer>
}

export type AccountAnswer = AccountState & { status: string | undefined }

interface AccountsOptions {
  connection: ValkeyConnection
  clock: Clock
  /** How long a reservation lives unless it is renewed, in milliseconds. */
  reservationMs: number
  /** The time for the scripts as text; '' lets the server take its own. */
  time: () => string
}

/** Operations that are sent together. */
interface Batch {
  operations: Operation[]
  reply: Promise<AccountState & { statuses: readonly string[] }>
  /** Sends them at the end of this turn of the event loop. */
  sendSoon(): void
  /** Sends them after `laterMs` at the latest. */
  sendLater(): void
}

/** A longer command would hold up those of other keys. */
const maxOperations = 500
/** In milliseconds. A call that has ended stays reserved this much longer. */
const laterMs = 20

/**
 * The accounts of keys on a server. One command costs about as much CPU time as the rest of a call, so operations on
 * one account in the same turn of the event loop share a command, and what can wait joins the next one.
 */
export function createAccounts({ connection, clock, reservationMs, time }: AccountsOptions): Accounts {
  const waiting = new Map<string, Batch>()

  function batchOf(name: string): Batch {
    const known = waiting.get(name)
    if (known && known.operations.length < maxOperations) return known
    const operations: Operation[] = []
    let send = () => {}
    const started = new Promise<void>((resolve) => {
      send = resolve
    })
    let soon: NodeJS.Immediate | undefined
    let later: NodeJS.Timeout | undefined
    const reply = started.then(async () => {
      clearTimeout(later)
      if (waiting.get(name) === batch) waiting.delete(name)
      const start = [time(), String(reservationMs), ...monthEnds(clock.now())]
      const answer = await connection.run(accountScript, keysOf(name), [...start, JSON.stringify(operations)])
      const [now, day, month, used, ...statuses] = Array.isArray(answer) ? answer.map(String) : []
      return {
        now: Number(now),
        spent: { day: fromNano(day), month: fromNano(month) },
        used: Number(used),
        statuses,
      }
    })
    const batch: Batch = {
      operations,
      reply,
      sendSoon() {
        soon ??= setImmediate(send)
      },
      sendLater() {
        later ??= setTimeout(send, laterMs)
      },
    }
    waiting.set(name, batch)
    return batch
  }

  async function join(batch: Batch, operations: readonly Operation[]): Promise<AccountAnswer> {
    batch.operations.push(...operations)
    const last = batch.operations.length - 1
    const { now, spent, used, statuses } = await batch.reply
    return { now, spent, used, status: statuses[last] }
  }

  return {
    run(name, ...operations) {
      const batch = batchOf(name)
      batch.sendSoon()
      return join(batch, operations)
    },
    runLater(name, ...operations) {
      const batch = batchOf(name)
      batch.sendLater()
      return join(batch, operations)
    },
  }
}

/** Reserves if `room` would still fit below the limits. */
export function reserveOperation({ terms }: KeyHolder, reservation: string, room: Charge = nothing): Operation {
  const { tokens_per_minute: perMinute, budget_per_day: perDay, budget_per_month: perMonth } = terms ?? {}
  const limits = [String(perMinute ?? ''), toNano(perDay ?? null), toNano(perMonth ?? null)]
  return ['reserve', reservation, ...limits, ...amountsOf(room)]
}

/** Replaces a reservation by what was taken. `id` is the reservation's. */
export function settleOperation({ terms }: KeyHolder, reservation: string, id: string, taken: Charge): Operation {
  return ['settle', reservation, id, ...amountsOf(taken), String(terms?.tokens_per_minute ?? '')]
}
