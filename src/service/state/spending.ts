import type { Clock } from '#service/service-context.ts'
import { type ServiceError, refuse } from '#service/service-error.ts'
import { type KeyHolder, noHeaders, rateHeaders } from './keys-and-limits.ts'
import { type DailyUsage, dayOf } from './ledger.ts'

/** What a call takes from a key's limits: input and output tokens together, and US dollars. */
export interface Charge {
  tokens: number
  cost: number
}

/** A call's share of its key's limits while it runs. */
export interface Reservation {
  /** Replaces the reservation by what the call really took. Only the first call counts. */
  settle(charge: Charge): void
}

/** Enforces each key's tokens per minute and budgets. */
export interface Spending {
  /**
   * Admits a call as long as neither a budget nor the tokens of the minute are used up by earlier calls and open
   * reservations, so that at most one reservation goes beyond. `greatest` is called for keys with such limits only.
   * Throws a 402 above a budget, and a 429 above the tokens per minute.
   */
  reserve(caller: KeyHolder, greatest: () => Charge): Reservation
  /** The `x-ratelimit-*-tokens` headers for a caller with a limit; the same empty object for others. */
  headersOf(caller: KeyHolder): Readonly<Record<string, string>>
}

const minuteMs = 60_000
const nothing: Charge = { tokens: 0, cost: 0 }

/** What one key has spent, by UTC day and month, and what its open calls may still take. */
class Account {
  #day = ''
  #spentToday = 0
  #spentThisMonth = 0
  #reserved = nothing
  /** Tokens of the last minute, which drain at the pace of the limit. */
  #level = 0
  #levelAt = 0

  /** Days that are over count as the current one. */
  spend(day: string, cost: number): void {
    this.#turnTo(day)
    this.#spentToday += cost
    this.#spentThisMonth += cost
  }

  /** Dollars spent and reserved. */
  spentIn(period: 'day' | 'month', day: string): { spent: number; reserved: number } {
    this.#turnTo(day)
    return { spent: period === 'day' ? this.#spentToday : this.#spentThisMonth, reserved: this.#reserved.cost }
  }

  /** Tokens that count towards a limit per minute. Those of open calls drain only after they have ended. */
  tokensAt(now: number, perMinute: number): number {
    this.#level = Math.max(0, this.#level - ((now - this.#levelAt) * perMinute) / minuteMs)
    this.#levelAt = now
    return this.#level + this.#reserved.tokens
  }

  reserve({ tokens, cost }: Charge): void {
    this.#reserved = { tokens: this.#reserved.tokens + tokens, cost: this.#reserved.cost + cost }
  }

  release({ tokens, cost }: Charge): void {
    const { tokens: allTokens, cost: allCost } = this.#reserved
    // Rounding errors must not accumulate to a reservation that nobody holds.
    this.#reserved = { tokens: Math.max(0, allTokens - tokens), cost: allCost - cost < 1e-9 ? 0 : allCost - cost }
  }

  useTokens(tokens: number): void {
    this.#level += tokens
  }

  /** Days only go forward, also if the clock is set back. */
  #turnTo(day: string): void {
    if (day <= this.#day) return
    if (day.slice(0, 7) !== this.#day.slice(0, 7)) this.#spentThisMonth = 0
    this.#spentToday = 0
    this.#day = day
  }
}

/**
 * Keeps the accounts in memory, by the name of the key. `spent` is what the ledger knows of the current month, so that a
 * restart doesn't renew budgets. The tokens per minute begin anew.
 */
export function createSpending(
  clock: Clock,
  spent: readonly Pick<DailyUsage, 'day' | 'key' | 'cost'>[] = [],
): Spending {
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

  return {
    reserve(caller, greatest) {
      const { name, terms } = caller
      const account = accountOf(name)
      const now = clock.now()
      const perMinute = terms?.tokens_per_minute ?? null
      requireBudget('day', terms?.budget_per_day, name, account, now)
      requireBudget('month', terms?.budget_per_month, name, account, now)
      if (perMinute !== null) requireTokens(perMinute, account.tokensAt(now, perMinute))
      const isLimited =
        perMinute !== null || typeof terms?.budget_per_day === 'number' || typeof terms?.budget_per_month === 'number'
      const reserved = isLimited ? greatest() : nothing
      account.reserve(reserved)
      let isOpen = true
      return {
        settle({ tokens, cost }) {
          if (!isOpen) return
          isOpen = false
          const end = clock.now()
          account.release(reserved)
          account.spend(dayOf(end), cost)
          if (perMinute === null) return
          account.tokensAt(end, perMinute)
          account.useTokens(tokens)
        },
      }
    },
    headersOf({ name, terms }) {
      const limit = terms?.tokens_per_minute
      if (typeof limit !== 'number') return noHeaders
      const used = accountOf(name).tokensAt(clock.now(), limit)
      return rateHeaders('tokens', { limit, remaining: limit - used, resetMs: (used * minuteMs) / limit })
    },
  }
}

function requireBudget(
  period: 'day' | 'month',
  budget: number | null | undefined,
  name: string,
  account: Account,
  now: number,
): void {
  if (typeof budget !== 'number') return
  const { spent, reserved } = account.spentIn(period, dayOf(now))
  if (spent + reserved < budget) return
  const facts = `The key ${name} has spent $${dollars(spent)} of its $${dollars(budget)} per ${period}`
  const reset = resetOf(period, now)
  const cure =
    spent < budget
      ? `, and its open calls may take the rest. Try again when they have ended; the budget resets at ${reset}.`
      : `. It resets at ${reset}. Wait until then, or ask for a higher budget.`
  // Clients retry some refusals automatically, which can't help here.
  throw refuse('budget_exceeded', `${facts}${cure}`, { headers: { 'x-should-retry': 'false' } })
}

/** When the next UTC day or month begins. */
export function resetOf(period: 'day' | 'month', now: number): string {
  const at = new Date(now)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const next = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1)
  return new Date(next).toISOString().replace('.000', '')
}

/** At least cents, and as many digits as small amounts need. */
function dollars(amount: number): string {
  const text = amount.toFixed(6).replace(/0+$/, '')
  return text.replace(/\.(\d?)$/, (_, digit: string) => `.${digit.padEnd(2, '0')}`)
}

function requireTokens(perMinute: number, used: number): void {
  if (used < perMinute) return
  throw tokenLimitError(perMinute, used)
}

function tokenLimitError(perMinute: number, used: number): ServiceError {
  // One token must be free again. Open calls may end earlier, and free what they don't need.
  const seconds = Math.max(1, Math.ceil(((used - perMinute + 1) * 60) / perMinute))
  const message = `This key may use ${perMinute} tokens a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  return refuse('rate_limit_exceeded', message, {
    headers: {
      'retry-after': String(seconds),
      ...rateHeaders('tokens', { limit: perMinute, remaining: 0, resetMs: (used * minuteMs) / perMinute }),
    },
  })
}
