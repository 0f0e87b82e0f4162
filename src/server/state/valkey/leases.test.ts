import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { silentLog } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import type { Reservation, Spending } from '#service/state/spending.ts'
import type { Limits } from '#server/state/open-limits.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { openSharedLimits } from './open-shared-limits.ts'

let server: RedisServer
beforeAll(async () => {
  server = await startRedisServer()
})
afterAll(() => server[Symbol.asyncDispose]())

let keys = 0
function keyWith(terms: Partial<KeyTerms>): KeyHolder {
  return { name: `key-${keys++}`, terms: { ...keyTerms.parse({}), ...terms } }
}

async function open(reservationMs = 60_000): Promise<Limits & AsyncDisposable> {
  const limits = await openSharedLimits({
    url: server.url,
    requestsPerMinute: 0,
    reservationMs,
    spent: [],
    log: silentLog,
    ledger: { spentBy: async () => ({ day: 0, month: 0 }) },
  })
  return { ...limits, [Symbol.asyncDispose]: () => limits.close() }
}

const dollar = { tokens: 100, cost: 1 }
const isLeased = (admitted: Reservation | Promise<Reservation>) => !(admitted instanceof Promise)

/** Calls until one is admitted without a round trip, and returns that one. All others are settled as `taken`. */
async function untilLeased(spending: Spending, caller: KeyHolder, taken = dollar): Promise<Reservation> {
  for (let calls = 0; calls < 1000; calls++) {
    const admitted = spending.reserve(caller, () => dollar)
    if (!(admitted instanceof Promise)) return admitted
    const { settle } = await admitted
    settle(taken)
  }
  throw new Error('no lease')
}

/** What the account has spent today, as a refusal names it. */
async function spentBy({ spending }: Limits, { name, terms }: KeyHolder): Promise<number> {
  const broke = { name, terms: { ...keyTerms.parse(terms), budget_per_day: 0 } }
  try {
    await spending.reserve(broke, () => dollar)
    return NaN
  } catch (reason) {
    return Number(/has spent \$([\d.,]+)/.exec(String(reason))?.[1]?.replaceAll(',', ''))
  }
}

test('a busy key far from its limits takes no round trip, and what its calls took is counted', async () => {
  await using limits = await open()
  const caller = keyWith({ budget_per_day: 1_000_000 })
  const { settle } = await untilLeased(limits.spending, caller, { tokens: 0, cost: 0 })
  settle({ tokens: 10, cost: 0.25 })
  settle({ tokens: 10, cost: 0.25 })
  for (let call = 0; call < 500; call++) {
    const admitted = await limits.spending.reserve(caller, () => dollar)
    admitted.settle({ tokens: 10, cost: 0.5 })
  }
  await expect.poll(() => spentBy(limits, caller)).toBe(250.25)
})

test.each([
  ['a key that calls seldom', { budget_per_day: 1_000_000 }, 30],
  ['a key near its budget of the day', { budget_per_day: 1000 }, 0],
  ['a key near its budget of the month', { budget_per_month: 1000 }, 0],
  ['a key near its tokens per minute', { tokens_per_minute: 100_000 }, 0],
])('%s gets no lease', async (_, terms, pauseMs) => {
  await using limits = await open()
  const caller = keyWith(terms)
  for (let call = 0; call < 20; call++) {
    const admitted = limits.spending.reserve(caller, () => dollar)
    expect(isLeased(admitted)).toBe(false)
    const { settle } = await admitted
    settle({ tokens: 0, cost: 0 })
    await setTimeout(pauseMs)
  }
})

test('processes with leases spend a budget to the last dollar, and not beyond', async () => {
  await using one = await open()
  await using other = await open()
  const caller = keyWith({ budget_per_day: 3000 })
  let admitted = 0
  const spendAll = async ({ spending }: Limits) => {
    for (;;) {
      try {
        const reservation = await spending.reserve(caller, () => dollar)
        admitted += 1
        await setImmediate()
        reservation.settle(dollar)
      } catch {
        return
      }
    }
  }
  await Promise.all([one, other].flatMap((limits) => Array.from({ length: 8 }, () => spendAll(limits))))
  // Some may have been refused because of reservations that are settled by now.
  await expect.poll(() => spentBy(one, caller)).toBe(admitted)
  await spendAll(other)
  expect(admitted).toBe(3000)
})

test('a key gets no lease while other calls have reserved what is left below its limits', async () => {
  await using one = await open()
  await using other = await open()
  const caller = keyWith({ budget_per_day: 2000 })
  const large = await other.spending.reserve(caller, () => ({ tokens: 0, cost: 1500 }))
  for (let call = 0; call < 20; call++) {
    const admitted = one.spending.reserve(caller, () => dollar)
    expect(isLeased(admitted)).toBe(false)
    const { settle } = await admitted
    settle({ tokens: 0, cost: 0 })
  }
  large.settle({ tokens: 0, cost: 0 })
  await untilLeased(one.spending, caller, { tokens: 0, cost: 0 })
})

test('a lease counts against the limits of other processes while it lasts, and no longer', async () => {
  await using one = await open()
  await using other = await open()
  const caller = keyWith({ budget_per_day: 1_000_000 })
  const { settle } = await untilLeased(one.spending, caller, { tokens: 0, cost: 0 })
  const poor = { ...caller, terms: { ...keyTerms.parse({}), budget_per_day: 50 } }
  const statusOfPoor = async () => {
    try {
      const admitted = await other.spending.reserve(poor, () => dollar)
      admitted.settle({ tokens: 0, cost: 0 })
      return 200
    } catch (reason) {
      return reason instanceof ServiceError ? reason.status : reason
    }
  }
  expect(await statusOfPoor()).toBe(402)
  await expect.poll(statusOfPoor).toBe(200)
  settle({ tokens: 0, cost: 0 })
})

describe('a call that outlives its lease', () => {
  test.each([
    ['once the lease is over', 60_000, 100],
    ['beyond the lifetime of a reservation', 300, 900],
  ])('stays reserved %s, and costs what it took', async (_, lifetime, waitMs) => {
    await using one = await open(lifetime)
    await using other = await open(lifetime)
    const caller = keyWith({ budget_per_day: 1_000_000 })
    const { settle } = await untilLeased(one.spending, caller, { tokens: 0, cost: 0 })
    await setTimeout(waitMs)
    const poor = { ...caller, terms: { ...keyTerms.parse({}), budget_per_day: 1 } }
    await expect(Promise.resolve(other.spending.reserve(poor, () => dollar))).rejects.toMatchObject({ status: 402 })
    settle({ tokens: 10, cost: 0.5 })
    settle({ tokens: 10, cost: 0.5 })
    await expect.poll(() => spentBy(other, caller)).toBe(0.5)
    const last = await other.spending.reserve(poor, () => dollar)
    last.settle({ tokens: 0, cost: 0 })
  })

  test('leaves nothing reserved when its process closes, even while a lease is asked for', async () => {
    const one = await open()
    await using other = await open()
    const caller = keyWith({ budget_per_day: 1_000_000 })
    const calls = await Promise.all(Array.from({ length: 4 }, async () => one.spending.reserve(caller, () => dollar)))
    for (const { settle } of calls) settle({ tokens: 0, cost: 0 })
    await one.close()
    const poor = { ...caller, terms: { ...keyTerms.parse({}), budget_per_day: 0.5 } }
    await expect(Promise.resolve(other.spending.reserve(poor, () => dollar))).resolves.toHaveProperty('settle')
  })

  test('is settled when its process closes', async () => {
    const one = await open()
    await using other = await open()
    const caller = keyWith({ budget_per_day: 1_000_000 })
    const { settle } = await untilLeased(one.spending, caller, { tokens: 0, cost: 0 })
    settle({ tokens: 10, cost: 0.75 })
    await one.close()
    expect(await spentBy(other, caller)).toBe(0.75)
  })
})

test('the tokens of the headers are those that calls have in use, over many leases', async () => {
  await using limits = await open()
  const caller = keyWith({ tokens_per_minute: 100_000_000 })
  const used: number[] = []
  for (let call = 0; call < 1000; call++) {
    const { headers, settle } = await limits.spending.reserve(caller, () => dollar)
    used.push(100_000_000 - Number(headers['x-ratelimit-remaining-tokens']))
    settle({ tokens: 0, cost: 0 })
    if (call % 20 === 0) await setTimeout(2)
  }
  // One call at a time, and some that have just ended. A lease has 10,000, which only calls that it meets on the way count.
  expect(used.filter((tokens) => tokens > 3000).length).toBeLessThan(10)
  expect(Math.min(...used)).toBe(100)
})

test('with other terms, a key doesn’t use the lease of the old ones', async () => {
  await using limits = await open()
  const caller = keyWith({ budget_per_day: 1_000_000 })
  const { settle } = await untilLeased(limits.spending, caller, { tokens: 0, cost: 0 })
  settle({ tokens: 0, cost: 0 })
  const changed = { ...caller, terms: { ...keyTerms.parse({}), budget_per_day: 0 } }
  await expect(Promise.resolve(limits.spending.reserve(changed, () => dollar))).rejects.toMatchObject({ status: 402 })
})

test('calls of a lease count in this process when the server is lost', async () => {
  await using lost = await startRedisServer()
  const limits = await openSharedLimits({
    url: lost.url,
    requestsPerMinute: 0,
    reservationMs: 60_000,
    spent: [],
    log: silentLog,
    ledger: { spentBy: async () => ({ day: 0, month: 0 }) },
  })
  try {
    const caller = keyWith({ budget_per_day: 1_000_000 })
    const leased = await untilLeased(limits.spending, caller, { tokens: 0, cost: 0 })
    await lost.stop()
    await expect.poll(() => limits.problem()).toBeDefined()
    leased.settle({ tokens: 10, cost: 3 })
    const broke = { ...caller, terms: { ...keyTerms.parse({}), budget_per_day: 3 } }
    expect(() => limits.spending.reserve(broke, () => dollar)).toThrow('has spent $3.00')
  } finally {
    await limits.close()
  }
})
