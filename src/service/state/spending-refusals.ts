import { type ServiceError, refuse } from '#service/service-error.ts'
import { minuteMs, rateHeaders } from './keys-and-limits.ts'

// What callers are told of their budgets and tokens, wherever these are counted.

export type BudgetPeriod = 'day' | 'month'

/** The 402 of a call above a budget. Amounts are US dollars; `now` is milliseconds since the Unix epoch. */
export function budgetError(
  period: BudgetPeriod,
  name: string,
  { budget, spent }: { budget: number; spent: number },
  now: number,
): ServiceError {
  const facts = `The key ${name} has spent $${dollars(spent)} of its $${dollars(budget)} per ${period}`
  const reset = resetOf(period, now)
  const cure =
    spent < budget
      ? `, and its open calls may take the rest. Try again when they finish, or after the reset at ${reset}.`
      : `. It resets at ${reset}. Wait until then, or ask for a higher budget.`
  // Clients retry some refusals automatically, which can't help here.
  return refuse('budget_exceeded', `${facts}${cure}`, { headers: { 'x-should-retry': 'false' } })
}

/** When the next UTC day or month begins. */
export function resetOf(period: BudgetPeriod, now: number): string {
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

/** The 429 of a call when `used` tokens, fractions included, fill the limit. */
export function tokenLimitError(perMinute: number, used: number): ServiceError {
  // One token must be free again. Open calls may end earlier, and free what they don't need.
  const seconds = Math.max(1, Math.ceil(((used - perMinute + 1) * 60) / perMinute))
  const message = `This key is limited to ${perMinute} tokens per minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  return refuse('rate_limit_exceeded', message, {
    headers: {
      'retry-after': String(seconds),
      ...tokenHeaders(perMinute, used),
    },
  })
}

/** The `x-ratelimit-*-tokens` headers. */
export function tokenHeaders(limit: number, used: number): Record<string, string> {
  return rateHeaders('tokens', { limit, remaining: limit - used, resetMs: (used * minuteMs) / limit })
}
