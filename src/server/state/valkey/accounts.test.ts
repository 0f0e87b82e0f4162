import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { silentLog, systemClock } from '#service/service-context.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { type Operation, createAccounts } from './accounts.ts'
import { type ValkeyConnection, connectValkey } from './connection.ts'
import { keysOf, knownSpent, reservationOf, toNano } from './script-arguments.ts'

// What answers that come late or twice do to an account.

let server: RedisServer
let connection: ValkeyConnection
beforeAll(async () => {
  server = await startRedisServer()
  connection = await connectValkey({ url: server.url, log: silentLog })
})
afterAll(async () => {
  connection.close()
  await server[Symbol.asyncDispose]()
})

const evictScript = { lua: `return redis.call('DEL', KEYS[2])`, sha: 'unknown' }
const reserved = (id: string, cost: number) => reservationOf(id, { tokens: 0, cost })

let names = 0
function account() {
  const name = `key ${names++}`
  let now = Date.parse('2027-01-31T12:00:00Z')
  const clock = { ...systemClock, now: () => now }
  const accounts = createAccounts({ connection, clock, reservationMs: 60_000, time: () => String(now) })
  const none = knownSpent(now, { day: 0, month: 0 })
  const run = async (...operations: Operation[]) => (await accounts.run(name, ...operations)).status
  return {
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    async reserve(id: string, cost: number, budget = 100) {
      const operation = ['reserve', reserved(id, cost), '', toNano(budget), '', '0', '0'] as const
      const { status, spent } = await accounts.run(name, ['open', ...none], operation)
      return [status, spent.day]
    },
    settle: (id: string, cost: number, greatest = 10) =>
      run(['settle', reserved(id, greatest), id, '0', toNano(cost), '']),
    renew: (id: string, cost: number) => run(['renew', id, reserved(id, cost)]),
    evict: () => connection.run(evictScript, keysOf(name), []),
    raise: (day: number, month: number) => run(['raise', ...knownSpent(now, { day, month })]),
  }
}

test('a cost counts once, settled twice or after its reservation has expired', async () => {
  const { reserve, settle, pass } = account()
  await reserve('one', 10)
  expect([await settle('one', 2), await settle('one', 2)]).toEqual(['ok', 'again'])
  await reserve('two', 10)
  pass(61)
  expect(await reserve('three', 1)).toEqual(['ok', 2])
  expect([await settle('two', 5), await settle('two', 5)]).toEqual(['ok', 'again'])
  expect(await reserve('four', 1)).toEqual(['ok', 7])
})

test('a reservation counts until it expires, and a renewal prolongs it', async () => {
  const { reserve, renew, pass } = account()
  await reserve('one', 10, 10)
  pass(59)
  expect(await reserve('two', 1, 10)).toEqual(['day', 0])
  await renew('one', 10)
  pass(59)
  expect(await reserve('two', 1, 10)).toEqual(['day', 0])
  pass(1)
  expect(await reserve('two', 1, 10)).toEqual(['ok', 0])
})

test('a renewal that comes late reserves again, unless the call has ended', async () => {
  const { reserve, renew, settle, pass } = account()
  await reserve('one', 10, 10)
  pass(70)
  await renew('one', 10)
  expect(await reserve('two', 1, 10)).toEqual(['day', 0])
  await settle('one', 1)
  await renew('one', 10)
  expect(await reserve('two', 1, 10)).toEqual(['ok', 1])
})

test('a missing account isn’t made by a call that ends, and is made with the open calls', async () => {
  const { reserve, renew, settle, raise } = account()
  expect([await settle('one', 2), await raise(5, 5)]).toEqual(['missing', 'missing'])
  await renew('two', 10)
  expect(await reserve('three', 1, 10)).toEqual(['day', 0])
})

test('what the ledger knows of a day counts until the next one begins', async () => {
  const { reserve, settle, raise, pass } = account()
  await reserve('one', 1)
  await settle('one', 1, 1)
  await raise(3, 4)
  expect(await reserve('two', 0)).toEqual(['ok', 3])
  pass(12 * 3600)
  expect(await reserve('three', 0)).toEqual(['ok', 0])
})

test('reservations that the server has evicted don’t block an account', async () => {
  const { reserve, evict } = account()
  await reserve('one', 10, 10)
  expect(await reserve('two', 1, 10)).toEqual(['day', 0])
  await evict()
  expect(await reserve('two', 1, 10)).toEqual(['ok', 0])
})

test('operations of the same moment share a command, and each gets its own status', async () => {
  const { reserve, settle } = account()
  const run = vi.spyOn(connection, 'run')
  expect(await Promise.all([reserve('one', 10, 25), reserve('two', 10, 25), settle('one', 2)])).toEqual([
    ['ok', 2],
    ['ok', 2],
    'ok',
  ])
  expect(run).toHaveBeenCalledOnce()
  run.mockRestore()
  const crowd = await Promise.all(Array.from({ length: 1200 }, (_, each) => reserve(`other-${each}`, 1, 25)))
  expect(crowd.filter(([status]) => status === 'ok')).toHaveLength(13)
  expect(crowd.filter(([status]) => status === 'day')).toHaveLength(1187)
})

test('operations that can wait join the next command, or are sent alone after a few milliseconds', async () => {
  let commands = 0
  const counted: ValkeyConnection = {
    ...connection,
    isUp: true,
    run: (...args) => {
      commands += 1
      return connection.run(...args)
    },
  }
  const accounts = createAccounts({ connection: counted, clock: systemClock, reservationMs: 60_000, time: () => '' })
  const none = knownSpent(Date.now(), { day: 0, month: 0 })
  await accounts.run('waiting', ['open', ...none], ['reserve', reserved('one', 1), '', '', '', '0', '0'])
  const settled = accounts.runLater('waiting', ['settle', reserved('one', 1), 'one', '0', toNano(0.5), ''])
  const next = accounts.run('waiting', ['reserve', reserved('two', 1), '', '', '', '0', '0'])
  expect((await settled).status).toBe('ok')
  expect((await next).spent.day).toBe(0.5)
  expect(commands).toBe(2)
  const last = await accounts.runLater('waiting', ['settle', reserved('two', 1), 'two', '0', toNano(0.25), ''])
  expect(last.spent.day).toBe(0.75)
  expect(commands).toBe(3)
})
