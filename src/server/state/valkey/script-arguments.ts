import type { Spent } from '#service/state/ledger.ts'
import { type Charge, boundedCharge } from '#service/state/spending.ts'

// How values cross to the scripts.

/** Their keys have one hash tag, so that a cluster keeps an account on one server. */
export function keysOf(name: string): string[] {
  return ['sums', 'open', 'settled', 'requests'].map((part) => `parley:limits:{${name}}:${part}`)
}

/** A reservation as the scripts store it. */
export function reservationOf(id: string, charge: Charge): string {
  return [id, ...amountsOf(charge)].join(' ')
}

/** Whole tokens and nano-dollars. */
export function amountsOf(charge: Charge): [tokens: string, cost: string] {
  const { tokens, cost } = boundedCharge(charge)
  return [String(Math.ceil(tokens)), toNano(cost)]
}

/** Dollars as whole nano-dollars; '' for none. Above 9 million dollars these have no exact number any more. */
export function toNano(dollars: number | null): string {
  return dollars === null ? '' : String(Math.min(Math.round(dollars * 1e9), 1e18))
}

/** Whole nano-dollars as dollars. */
export function fromNano(nano = '0'): number {
  return Number(nano) / 1e9
}

/** When the UTC day and the month of a time end, in milliseconds. */
function periodEnds(time: number): [day: string, month: string] {
  const at = new Date(time)
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1)
  return [String(day), monthEnds(time)[0]]
}

/** When the UTC month of a time ends, and the one after it: the server's clock may be in either. */
export function monthEnds(time: number): [this: string, next: string] {
  const at = new Date(time)
  const endAfter = (months: number) => String(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
  return [endAfter(1), endAfter(2)]
}

/** What an account begins with, or is raised to. */
export function knownSpent(
  now: number,
  { day, month }: Spent,
): [dayEnds: string, monthEnds: string, day: string, month: string] {
  return [...periodEnds(now), toNano(day), toNano(month)]
}
