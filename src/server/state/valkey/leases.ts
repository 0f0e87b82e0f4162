import { randomId } from '#service/random-id.ts'
import type { Clock } from '#service/service-context.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { type Charge, type Reservation, boundedCharge, nothing } from '#service/state/spending.ts'
import { type AccountAnswer, type Operation, settleOperation } from './accounts.ts'
import { reservationOf } from './script-arguments.ts'

/** Admits the calls of busy keys without a round trip for each. */
export interface Leases {
  /** Admits a call from the lease of its key; undefined without one that has enough left for it. */
  admit(caller: KeyHolder, charge: Charge): Reservation | undefined
  /** Call for each other call of a key that is far from its limits: when they come often, the next ones get a lease. */
  consider(caller: KeyHolder, charge: Charge): void
  /** Ends all leases. */
  close(): void
}

interface LeasesOptions {
  clock: Clock
  /** Reserves `charge` in the key's account, if ten times as much would be admitted, too. Undefined if that can't be done now. */
  reserve(caller: KeyHolder, reservation: string, room: Charge): Promise<AccountAnswer | undefined>
  /** Reserves a call in memory, in case the connection is lost. `used`: what counts against the tokens per minute. */
  hold(caller: KeyHolder, charge: Charge, used: number): Reservation
  /** Gives a call a reservation of its own in the account. */
  keep(caller: KeyHolder, id: string, reservation: string, local: Reservation): Reservation
  /** Sends operations that no call waits for. */
  send(caller: KeyHolder, operations: readonly Operation[]): void
}

/** A reservation for many calls. Those that are still open when it ends get reservations of their own. */
interface Lease {
  readonly caller: KeyHolder
  /** Of one call. */
  readonly charge: Charge
  readonly id: string
  readonly reservation: string
  /** What counted against the tokens per minute when it was taken out, with the lease itself. */
  readonly used: number
  left: Charge
  /** By the calls that have ended. */
  taken: Charge
  /** How many it has admitted. */
  calls: number
  readonly open: Map<string, LeasedCall>
  isOver: boolean
}

interface LeasedCall {
  readonly charge: Charge
  readonly local: Reservation
  /** Its own reservation, once the lease is over. */
  own?: Reservation
}

/** In milliseconds. What its calls have taken is counted so much later. */
const leaseMs = 20
/** A key with fewer calls than this within `leaseMs` needs no lease. */
const busyCalls = 4
/** A lease admits at most this many. */
const maxCalls = 100
/** So many leases must fit below a key's limits, so that other processes find room for theirs. */
const leasesBelowLimits = 10

/**
 * A lease is an ordinary reservation, for a hundred calls instead of one: it counts against the limits in full, expires, and is
 * replaced by what its calls took. So limits hold as without leases, and busy keys take a few commands per `leaseMs`
 * instead of two per call.
 */
export function createLeases({ clock, reserve, hold, keep, send }: LeasesOptions): Leases {
  const leases = new Map<string, Lease>()
  /** Keys that are waiting for a lease. */
  const asked = new Set<string>()
  /** How many calls of a key were admitted without a lease, since a time. */
  const recent = new Map<string, { since: number; calls: number }>()

  async function takeOut(caller: KeyHolder, charge: Charge): Promise<void> {
    const { name } = caller
    if (asked.has(name)) return
    asked.add(name)
    const id = randomId('')
    const left = boundedCharge(timesOf(charge, maxCalls))
    const reservation = reservationOf(id, left)
    const answer = await reserve(caller, reservation, timesOf(left, leasesBelowLimits))
    asked.delete(name)
    const before = leases.get(name)
    if (answer?.status === 'ok') {
      begin({
        caller,
        charge,
        id,
        reservation,
        used: answer.used,
        left,
        taken: nothing,
        calls: 0,
        open: new Map(),
        isOver: false,
      })
    }
    if (before) end(before)
  }

  function begin(lease: Lease): void {
    leases.set(lease.caller.name, lease)
    setTimeout(() => {
      if (lease.isOver) return
      if (lease.calls < busyCalls) end(lease)
      else void takeOut(lease.caller, lease.charge)
    }, leaseMs).unref()
  }

  function end(lease: Lease): void {
    const { caller, id, reservation, taken, open } = lease
    if (lease.isOver) return
    lease.isOver = true
    if (leases.get(caller.name) === lease) leases.delete(caller.name)
    const operations: Operation[] = []
    for (const [callId, call] of open) {
      const own = reservationOf(callId, call.charge)
      operations.push(['renew', callId, own])
      call.own = keep(caller, callId, own, call.local)
    }
    send(caller, [...operations, settleOperation(caller, reservation, id, taken)])
  }

  return {
    admit(caller, charge) {
      const lease = leases.get(caller.name)
      // Other terms are other limits.
      if (!lease || lease.caller.terms !== caller.terms) return undefined
      const { tokens, cost } = boundedCharge(charge)
      const { left } = lease
      if (lease.calls === maxCalls || left.tokens < tokens || left.cost < cost) return undefined
      lease.left = { tokens: left.tokens - tokens, cost: left.cost - cost }
      lease.calls += 1
      if (lease.calls === maxCalls / 2) void takeOut(caller, charge)
      const id = `${lease.id}-${lease.calls}`
      const call: LeasedCall = { charge, local: hold(caller, charge, lease.used - lease.left.tokens) }
      lease.open.set(id, call)
      return {
        headers: call.local.headers,
        settle(taken) {
          if (call.own) return call.own.settle(taken)
          if (!lease.open.delete(id)) return
          call.local.settle(taken)
          lease.taken = sumOf(lease.taken, boundedCharge(taken))
        },
      }
    },
    consider(caller, charge) {
      const now = clock.now()
      const known = recent.get(caller.name)
      if (!known || now - known.since > leaseMs) recent.set(caller.name, { since: now, calls: 1 })
      else if (++known.calls >= busyCalls) void takeOut(caller, charge)
    },
    close() {
      for (const lease of leases.values()) end(lease)
    },
  }
}

function timesOf({ tokens, cost }: Charge, count: number): Charge {
  return { tokens: tokens * count, cost: cost * count }
}

function sumOf(one: Charge, other: Charge): Charge {
  return { tokens: one.tokens + other.tokens, cost: one.cost + other.cost }
}
