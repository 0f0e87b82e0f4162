import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import { ServiceError } from '#service/service-error.ts'
import type { Ledger, Spent } from '#service/state/ledger.ts'
import type { Limits } from '#server/state/open-limits.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { openSharedLimits } from './open-shared-limits.ts'

// What holds for limits that several processes share. `spending.test.ts` and `rate-limit.test.ts` have what holds for all.

const password = 'a-secret-of-the-test'
const lifetime = 400
let server: RedisServer
let url: string
let opened: Limits[] = []
let ledger: Spent
const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() }

beforeAll(async () => {
  server = await startRedisServer('--requirepass', password)
  url = `valkey://:${password}@${new URL(server.url).host}/0`
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  vi.clearAllMocks()
  ledger = { day: 0, month: 0 }
})
afterEach(async () => {
  await Promise.all(opened.map((limits) => limits.close()))
  opened = []
})

async function open(options: { ledger?: Ledger['spentBy']; url?: string; reservationMs?: number } = {}) {
  const limits = await openSharedLimits({
    url,
    requestsPerMinute: 0,
    reservationMs: lifetime,
    spent: [],
    log,
    retryMs: 50,
    repairMs: 100,
    ...options,
    ledger: { spentBy: options.ledger ?? (async () => ({ ...ledger })) },
  })
  opened.push(limits)
  return limits
}

let keys = 0
function keyWith(terms: Partial<KeyTerms>) {
  return { name: `key-${keys++}`, terms: { ...keyTerms.parse({}), ...terms } }
}
const dollars = (cost: number) => ({ tokens: 0, cost })

/** The status of a call that would cost a dollar and takes nothing. */
async function statusOf({ spending }: Limits, caller: ReturnType<typeof keyWith>): Promise<number> {
  try {
    const reservation = await spending.reserve(caller, () => dollars(1))
    reservation.settle(dollars(0))
    return 200
  } catch (reason) {
    if (reason instanceof ServiceError) return reason.status
    throw reason
  }
}

test('processes share accounts and rates', async () => {
  const [one, other] = [await open(), await open()]
  const caller = keyWith({ budget_per_month: 2, requests_per_minute: 2 })
  const first = await one.spending.reserve(caller, () => dollars(2))
  expect(await statusOf(other, caller)).toBe(402)
  first.settle(dollars(1.5))
  await expect.poll(() => statusOf(other, caller)).toBe(200)
  await one.rateLimit.count(caller)
  await other.rateLimit.count(caller)
  expect(other.rateLimit.headersOf(caller)).toMatchObject({ 'x-ratelimit-remaining-requests': '0' })
  await expect(one.rateLimit.count(caller)).rejects.toMatchObject({ status: 429 })
})

test('keys without limits take no round trip', async () => {
  const { spending, rateLimit } = await open()
  const caller = keyWith({})
  expect(rateLimit.count(caller)).toBeUndefined()
  expect(spending.reserve(caller, () => dollars(1))).toMatchObject({ headers: {} })
})

test('a reservation expires if its process doesn’t renew it, and is settled only once', async () => {
  const [dead, alive] = [await open(), await open()]
  const caller = keyWith({ budget_per_day: 1 })
  const left = await dead.spending.reserve(caller, () => dollars(1))
  const closed = dead.close()
  expect(await statusOf(alive, caller)).toBe(402)
  await closed
  await expect.poll(() => statusOf(alive, caller), { timeout: 3000 }).toBe(200)
  left.settle(dollars(1))
  expect(await statusOf(alive, caller)).toBe(200)
})

test('a call longer than the lifetime stays reserved, and costs what it took', async () => {
  const [one, other] = [await open(), await open()]
  const caller = keyWith({ budget_per_day: 1 })
  const long = await one.spending.reserve(caller, () => dollars(1))
  await setTimeout(3 * lifetime)
  expect(await statusOf(other, caller)).toBe(402)
  long.settle(dollars(0.5))
  long.settle(dollars(0.5))
  await expect.poll(() => statusOf(other, caller)).toBe(200)
})

test('small costs add up without rounding', async () => {
  const limits = await open()
  const caller = keyWith({ budget_per_day: 0.0003 })
  for (let call = 0; call < 3000; call++) {
    const { settle } = await limits.spending.reserve(caller, () => dollars(0))
    settle(dollars(0.000_000_1))
  }
  await expect.poll(() => statusOf(limits, caller)).toBe(402)
})

describe('the ledger', () => {
  test('is where an account begins, also after the server has forgotten it', async () => {
    const limits = await open()
    const caller = keyWith({ budget_per_month: 5 })
    ledger = { day: 1, month: 4.5 }
    const { settle } = await limits.spending.reserve(caller, () => dollars(0.25))
    settle(dollars(0.25))
    expect(await statusOf(limits, caller)).toBe(200)
    await server.stop()
    await server.start()
    ledger = { day: 1.5, month: 5 }
    await expect.poll(() => limits.problem()).toBeUndefined()
    expect(await statusOf(limits, caller)).toBe(402)
  })

  test('raises a counter that is too low, and never lowers one', async () => {
    const limits = await open()
    const caller = keyWith({ budget_per_month: 5 })
    const { settle } = await limits.spending.reserve(caller, () => dollars(1))
    settle(dollars(1))
    ledger = { day: 0.5, month: 0.5 }
    await setTimeout(400)
    await expect(
      limits.spending.reserve({ ...caller, terms: { ...caller.terms, budget_per_month: 1 } }, () => dollars(0)),
    ).rejects.toMatchObject({ message: expect.stringContaining('has spent $1.00') })
    // A key of which this process doesn’t know yet what was spent elsewhere.
    const later = await open()
    ledger = { day: 5, month: 5 }
    expect(await statusOf(later, caller)).toBe(200)
    await expect.poll(() => statusOf(later, caller), { timeout: 3000 }).toBe(402)
  })

  test('counts what it learns later, without a doubt', async () => {
    const limits = await open()
    const caller = keyWith({ budget_per_month: 5 })
    expect(await statusOf(limits, caller)).toBe(200)
    await setTimeout(400)
    ledger = { day: 5, month: 5 }
    await setTimeout(400)
    expect(await statusOf(limits, caller)).toBe(200)
    await expect.poll(() => statusOf(limits, caller), { timeout: 5000 }).toBe(402)
  })

  test('that can’t be read doesn’t stop calls', async () => {
    const limits = await open({ ledger: () => Promise.reject(new Error('no ledger')) })
    expect(await statusOf(limits, keyWith({ budget_per_day: 1 }))).toBe(200)
    expect(await statusOf(limits, keyWith({ budget_per_day: 0 }))).toBe(402)
  })
})

describe('without the server', () => {
  test('this process goes on with what it knows, says so, and recovers', async () => {
    const limits = await open()
    const caller = keyWith({ budget_per_day: 10, requests_per_minute: 2 })
    expect(limits.problem()).toBeUndefined()
    const before = await limits.spending.reserve(caller, () => dollars(8))
    before.settle(dollars(8))
    const running = await limits.spending.reserve(caller, () => dollars(1))
    await limits.rateLimit.count(caller)
    await server.stop()
    await expect.poll(() => limits.problem()).toContain(`valkey://${new URL(server.url).host} doesn’t work`)
    expect(log.warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain(password)

    await limits.rateLimit.count(caller)
    expect(() => limits.rateLimit.count(caller)).toThrow(ServiceError)
    const during = await limits.spending.reserve(caller, () => dollars(1))
    expect(await statusOf(limits, caller)).toBe(402)
    during.settle(dollars(0.5))
    ledger = { day: 8.5, month: 8.5 }

    await server.start()
    await expect.poll(() => limits.problem()).toBeUndefined()
    expect(log.info).toHaveBeenCalledOnce()
    const other = await open()
    // The open call is reserved on the new server, too.
    await expect.poll(() => statusOf(other, { ...caller, terms: { ...caller.terms, budget_per_day: 9.5 } })).toBe(402)
    running.settle(dollars(1))
    await expect.poll(() => statusOf(other, caller)).toBe(200)
    const refusal = () => {
      const terms = { ...caller.terms, budget_per_day: 9.5 }
      return Promise.resolve(other.spending.reserve({ ...caller, terms }, () => dollars(0))).then(String, String)
    }
    await expect.poll(refusal).toContain('has spent $9.50')
  })

  test('a server that hangs delays requests once only', async () => {
    const limits = await open()
    const caller = keyWith({ budget_per_day: 10 })
    const { settle } = await limits.spending.reserve(caller, () => dollars(1))
    settle(dollars(1))
    server.pause()
    try {
      expect(await Promise.all([statusOf(limits, caller), statusOf(limits, caller)])).toEqual([200, 200])
      expect(limits.problem()).toContain('no answer')
      expect(limits.spending.reserve(caller, () => dollars(1))).not.toBeInstanceOf(Promise)
      await setTimeout(1500)
      expect(limits.problem()).toBeDefined()
    } finally {
      server.resume()
    }
    await expect.poll(() => limits.problem(), { timeout: 5000 }).toBeUndefined()
    expect(await statusOf(limits, caller)).toBe(200)
  })

  test.each([
    ['nothing listens', 'redis://:hidden-word@127.0.0.1:1', 'ECONNREFUSED'],
    ['the password is wrong', '', 'WRONGPASS'],
  ])('it starts if %s, and names the reason without the password', async (_, address, reason) => {
    const limits = await open({ url: address || `redis://:hidden-word@${new URL(server.url).host}` })
    expect(limits.problem()).toContain(reason)
    expect(limits.problem()).not.toContain('hidden-word')
    const caller = keyWith({ budget_per_day: 1, requests_per_minute: 1 })
    expect(limits.rateLimit.count(caller)).toBeUndefined()
    expect(await statusOf(limits, caller)).toBe(200)
  })
})
