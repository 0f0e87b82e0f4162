import type { Clock } from '#service/service-context.ts'
import { type KeyHolder, minuteMs, noHeaders } from './keys-and-limits.ts'
import { type DailyUsage, type Spent, dayOf } from './ledger.ts'
import { type BudgetPeriod, budgetError, tokenHeaders, tokenLimitError } from './spending-refusals.ts'

/** What a call takes from a key's limits: input and output tokens together, and US dollars. */
export interface Charge {
  tokens: number
  cost: number
}

/** A call's share of its key's limits while it runs. */
export interface Reservation {
  /** The `x-ratelimit-*-tokens` headers for a caller with a limit; the same empty object for others. */
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the reservation by what the call really took. Only the first call counts. */
  settle(charge: Charge): void
}

/** Enforces each key's tokens per minute and budgets. */
export interface Spending {
  /**
   * Admits a call as long as neither a budget nor the tokens of the minute are used up by earlier calls and open
   * reservations, so that at most one reservation goes beyond. `greatest` is called for keys with such limits only.
   * Throws a 402 above a budget, and a 429 above the tokens per minute. Returns a promise, which rejects instead, only if the
   * accounts are shared with other processes.
   */
  reserve(caller: KeyHolder, greatest: () => Charge): Reservation | Promise<Reservation>
}

/** Accounts in this process. */
export interface MemorySpending extends Spending {
  reserve(caller: KeyHolder, greatest: () => Charge): Reservation
  /** Reserves without a check, for calls that were admitted elsewhere. Returns what settles the reservation. */
  hold(caller: KeyHolder, charge: Charge): Reservation['settle']
  /** Raises a key's spending of a UTC day and its month to at least `spent`, as known elsewhere. */
  raise(name: string, day: string, spent: Spent): void
  /** What is counted for a key on the UTC day and in its month. */
  spentBy(name: string, day: string): Spent
}

/** The charge of a call that took nothing. */
export const nothing: Charge = { tokens: 0, cost: 0 }

/** More is nonsense, and sums with it would lose what other calls have reserved. Budgets aren't larger, either. */
const mostOfOneCall: Charge = { tokens: 1e12, cost: 1e9 }

/** A charge whose amounts can be added up, whatever engines and callers have sent. */
export function boundedCharge({ tokens, cost }: Charge): Charge {
  return { tokens: boundedAmount(tokens, mostOfOneCall.tokens), cost: boundedAmount(cost, mostOfOneCall.cost) }
}

/** NaN and less than nothing count as nothing. */
function boundedAmount(amount: number, most: number): number {
  return amount > 0 ? Math.min(amount, most) : 0
}

/** Whether a key's calls must be admitted; those of other keys always are. */
export function hasSpendingLimit({ terms }: KeyHolder): boolean {
  if (!terms) return false
  return terms.tokens_per_minute !== null || terms.budget_per_day !== null || terms.budget_per_month !== null
}

/**
 * What one key has spent, by UTC day and month, and what its open calls may still take. Stays finite whatever the charges are,
 * since a limit holds for no sum that is NaN.
 */
class Account {
  #day = ''
  #spentToday = 0
  #spentThisMonth = 0
  #open = 0
  #reserved = nothing
  /** Tokens of the last minute, which drain at the pace of the limit. */
  #level = 0
  #levelAt = 0

  /** Days that are over count as the current one. */
  spend(day: string, cost: number): void {
    this.#turnTo(day)
    const bounded = boundedAmount(cost, mostOfOneCall.cost)
    this.#spentToday += bounded
    this.#spentThisMonth += bounded
  }

  raise(day: string, spent: Spent): void {
    this.#turnTo(day)
    // Not Math.max, whose result with NaN is NaN.
    if (day === this.#day && spent.day > this.#spentToday) this.#spentToday = spent.day
    if (isSameMonth(day, this.#day) && spent.month > this.#spentThisMonth) this.#spentThisMonth = spent.month
  }

  /** Dollars spent and reserved. */
  spentIn(period: BudgetPeriod, day: string): { spent: number; reserved: number } {
    this.#turnTo(day)
    return { spent: period === 'day' ? this.#spentToday : this.#spentThisMonth, reserved: this.#reserved.cost }
  }

  /** Tokens that count towards a limit per minute. Those of open calls drain only after they have ended. */
  tokensAt(now: number, perMinute: number): number {
    this.#level = Math.max(0, this.#level - ((now - this.#levelAt) * perMinute) / minuteMs)
    this.#levelAt = now
    return this.#level + this.#reserved.tokens
  }

  reserve(charge: Charge): void {
    const { tokens, cost } = boundedCharge(charge)
    this.#open += 1
    this.#reserved = { tokens: this.#reserved.tokens + tokens, cost: this.#reserved.cost + cost }
  }

  release(charge: Charge): void {
    const { tokens, cost } = boundedCharge(charge)
    this.#open -= 1
    const { tokens: allTokens, cost: allCost } = this.#reserved
    // Rounding errors must not accumulate to a reservation that nobody holds.
    this.#reserved =
      this.#open === 0 ? nothing : { tokens: Math.max(0, allTokens - tokens), cost: Math.max(0, allCost - cost) }
  }

  useTokens(tokens: number): void {
    this.#level += boundedAmount(tokens, mostOfOneCall.tokens)
  }

  /** Days only go forward, also if the clock is set back. */
  #turnTo(day: string): void {
    if (day <= this.#day) return
    if (!isSameMonth(day, this.#day)) this.#spentThisMonth = 0
    this.#spentToday = 0
    this.#day = day
  }
}

function isSameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7)
}

/**
 * Keeps the accounts in memory, by the name of the key. `spent` is what the ledger knows of the current month, so that a
 * restart doesn't renew budgets. The tokens per minute begin anew.
 */
export function createSpending(
  clock: Clock,
  spent: readonly Pick<DailyUsage, 'day' | 'key' | 'cost'>[] = [],
): MemorySpending {
  const accounts = new Map<string, Account>()

  function accountOf(name: string): Account {
    const known = accounts.get(name)
    if (known) return known
    const created = new Account()
    accounts.set(name, created)
    return created
  }

  for (const { day, key, cost } of spent.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    accountOf(key).spend(day, cost)
  }

  function hold({ name, terms }: KeyHolder, reserved: Charge): Reservation['settle'] {
    const account = accountOf(name)
    account.reserve(reserved)
    let isOpen = true
    return ({ tokens, cost }) => {
      if (!isOpen) return
      isOpen = false
      const end = clock.now()
      account.release(reserved)
      account.spend(dayOf(end), cost)
      const perMinute = terms?.tokens_per_minute ?? null
      if (perMinute === null) return
      account.tokensAt(end, perMinute)
      account.useTokens(tokens)
    }
  }

  return {
    reserve(caller, greatest) {
      const { name, terms } = caller
      const account = accountOf(name)
      const now = clock.now()
      const perMinute = terms?.tokens_per_minute ?? null
      requireBudget('day', terms?.budget_per_day, name, account, now)
      requireBudget('month', terms?.budget_per_month, name, account, now)
      if (perMinute !== null) {
        const used = account.tokensAt(now, perMinute)
        if (used >= perMinute) throw tokenLimitError(perMinute, used)
      }
      const settle = hold(caller, hasSpendingLimit(caller) ? greatest() : nothing)
      return {
        headers: perMinute === null ? noHeaders : tokenHeaders(perMinute, account.tokensAt(now, perMinute)),
        settle,
      }
    },
    hold,
    raise: (name, day, known) => accountOf(name).raise(day, known),
    spentBy(name, day) {
      const account = accountOf(name)
      return { day: account.spentIn('day', day).spent, month: account.spentIn('month', day).spent }
    },
  }
}

function requireBudget(
  period: BudgetPeriod,
  budget: number | null | undefined,
  name: string,
  account: Account,
  now: number,
): void {
  if (typeof budget !== 'number') return
  const { spent, reserved } = account.spentIn(period, dayOf(now))
  if (spent + reserved >= budget) throw budgetError(period, name, { budget, spent }, now)
}
