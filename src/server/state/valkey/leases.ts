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
  /** The tokens of a key's lease that no call has. */
  unusedTokensOf(name: string): number
  /**
   * Call this for each call that was admitted without a lease although its key is far from its limits: if such calls come often,
   * the next ones get a lease.
   */
  consider(caller: KeyHolder, charge: Charge): void
  /** Resolves when all leases have ended, also those that were being taken out. */
  close(): Promise<void>
}

interface LeasesOptions {
  clock: Clock
  /** Reserves in the key's account if `room` would still fit below its limits. Resolves to undefined if the server can't be reached. */
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
}

interface LeasedCall {
  readonly charge: Charge
  readonly local: Reservation
  /** Its own reservation, once the lease is over. */
  own?: Reservation
}

/** In milliseconds. What its calls have taken is counted this much later. */
const leaseMs = 20
/** A key with fewer calls than this within `leaseMs` needs no lease. */
const busyCalls = 4
/** A lease admits at most this many. */
const maxCalls = 100
/** This many leases must fit below a key's limits, so that other processes find room for theirs. */
const leasesBelowLimits = 10
/** A key below whose limits this many calls fit is far from them. */
export const farCalls = maxCalls * leasesBelowLimits

/**
 * A lease is an ordinary reservation, for a hundred calls instead of one: it counts against the limits in full, expires, and is
 * replaced by what its calls took. So limits hold as without leases, and busy keys take a few commands per `leaseMs`
 * instead of two per call.
 */
export function createLeases({ clock, reserve, hold, keep, send }: LeasesOptions): Leases {
  const leases = new Map<string, Lease>()
  /** The leases that are being taken out, by key. */
  const asked = new Map<string, Promise<void>>()
  let isClosed = false
  /** How many calls of a key were admitted without a lease, since a time. */
  const recent = new Map<string, { since: number; calls: number }>()

  function ask(caller: KeyHolder, charge: Charge): void {
    const { name } = caller
    if (isClosed || asked.has(name)) return
    const taken = takeOut(caller, charge).finally(() => asked.delete(name))
    asked.set(name, taken)
  }

  async function takeOut(caller: KeyHolder, charge: Charge): Promise<void> {
    const id = randomId('')
    const left = boundedCharge(timesOf(charge, maxCalls))
    const reservation = reservationOf(id, left)
    const answer = await reserve(caller, reservation, timesOf(left, leasesBelowLimits))
    const before = leases.get(caller.name)
    const used = (answer?.used ?? 0) - (before?.left.tokens ?? 0)
    if (before) end(before)
    if (answer?.status !== 'ok') return
    const lease: Lease = { caller, charge, id, reservation, used, left, taken: nothing, calls: 0, open: new Map() }
    leases.set(caller.name, lease)
    setTimeout(() => {
      if (isOver(lease)) return
      if (lease.calls < busyCalls) end(lease)
      else ask(caller, lease.charge)
    }, leaseMs).unref()
  }

  const isOver = (lease: Lease) => leases.get(lease.caller.name) !== lease

  function end(lease: Lease): void {
    const { caller, id, reservation, taken, open } = lease
    leases.delete(caller.name)
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
      if (lease.calls === maxCalls / 2) ask(caller, charge)
      const id = `${lease.id}-${lease.calls}`
      const call: LeasedCall = { charge, local: hold(caller, charge, lease.used - lease.left.tokens) }
      lease.open.set(id, call)
      return {
        headers: call.local.headers,
        settle(taken) {
          if (call.own) return call.own.settle(taken)
          if (!lease.open.delete(id)) return
          call.local.settle(taken)
          const { tokens: tokensTaken, cost: costTaken } = boundedCharge(taken)
          lease.taken = { tokens: lease.taken.tokens + tokensTaken, cost: lease.taken.cost + costTaken }
          lease.left = { tokens: lease.left.tokens + tokens - tokensTaken, cost: lease.left.cost + cost - costTaken }
        },
      }
    },
    unusedTokensOf: (name) => leases.get(name)?.left.tokens ?? 0,
    consider(caller, charge) {
      const now = clock.now()
      const known = recent.get(caller.name)
      if (!known || now - known.since > leaseMs) recent.set(caller.name, { since: now, calls: 1 })
      else if (++known.calls >= busyCalls) ask(caller, charge)
    },
    async close() {
      isClosed = true
      await Promise.all(asked.values())
      for (const lease of leases.values()) end(lease)
    },
  }
}

function timesOf({ tokens, cost }: Charge, count: number): Charge {
  return { tokens: tokens * count, cost: cost * count }
}
