import { setTimeout } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Wire, chatRequest, openWire } from '#testing/http-wire.ts'
import { type ParleyProcess, startParleyProcess } from '#testing/parley-process.ts'
import { type PricedEngine, startPricedEngine } from '#testing/priced-engine.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'

// Several processes of the service with Postgres and one Redis or Valkey server.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const reservationMs = 2000

let postgres: PostgresServer
let redis: RedisServer
let engine: PricedEngine
let processes: ParleyProcess[]

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgresServer(), startRedisServer()])
  engine = await startPricedEngine(postgres.url)
  processes = await Promise.all([startProcess(), startProcess(), startProcess(), startProcess()])
})

afterAll(async () => {
  await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  await engine[Symbol.asyncDispose]()
  await redis[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

function startProcess() {
  const settings = { PARLEY_LIMITS: redis.url, PARLEY_RESERVATION_MS: String(reservationMs) }
  return startParleyProcess({ ...engine.settings, ...settings })
}

async function addKey(name: string, budget: number): Promise<string> {
  const key = await engine.addKey(name, { budget_per_day: budget })
  const known = () => Promise.all(processes.map(async (each) => (await engine.get(each, key, '/v1/models')).status))
  await expect.poll(known, { timeout: 10_000 }).toEqual(processes.map(() => 200))
  return key
}

function inTurn(each: number): ParleyProcess {
  const process = processes[each % processes.length]
  if (!process) throw new Error('No process runs.')
  return process
}

/** How many of this many requests, sent at once over a connection each, get each status. */
async function statusesOfCrowd(key: string, size: number): Promise<Record<string, number>> {
  const request = chatRequest('/v1/chat/completions', `authorization: Bearer ${key}\r\n`, { max_tokens: 100 })
  const ports = processes.map(({ baseUrl }) => Number(new URL(baseUrl).port))
  const wires = await Promise.all(Array.from({ length: size }, (_, each) => openWire(ports[each % ports.length] ?? 0)))
  const counts: Record<string, number> = {}
  const ask = async (wire: Wire) => {
    let status = ''
    await wire.ask(request, (piece) => (status ||= piece.toString('latin1', 9, 12)))
    counts[status] = (counts[status] ?? 0) + 1
    wire.close()
  }
  await Promise.all(wires.map(ask))
  return counts
}

const soon = { timeout: 10_000, interval: 200 }
const spentBy = async (name: string) => (await engine.usageOf(name)).spent

test('4 processes and 10,000 requests at once on one key overspend by at most one reservation', async () => {
  const budget = 1.005
  const key = await addKey('crowd', budget)
  const counts = await statusesOfCrowd(key, 10_000)
  expect(Object.keys(counts)).toEqual(['200', '402'])
  const admitted = (counts['200'] ?? 0) * engine.cost
  expect(admitted).toBeLessThanOrEqual(budget + engine.greatest)
  await expect.poll(() => spentBy('crowd'), soon).toBeCloseTo(admitted, 6)
  // No reservation stayed, so that the rest of the budget can be used.
  let more = 0
  while ((await engine.statusOf(inTurn(more), key)) === 200) more++
  await expect.poll(() => spentBy('crowd'), soon).toBeGreaterThanOrEqual(budget)
  // A server that lost its data begins with the ledger.
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
  expect(await engine.statusOf(inTurn(0), key)).toBe(402)
})

test('long calls stay reserved; those of killed processes until they expire, and the ledger has each once', async () => {
  const key = await addKey('streams', 3.5 * engine.greatest)
  const streams = await Promise.all(processes.map((each) => engine.chat(each, key, { stream: true })))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await setTimeout(1.5 * reservationMs)
  expect(await engine.statusOf(inTurn(0), key)).toBe(402)

  const killed = processes.slice(2)
  for (const each of killed) each.kill('SIGKILL')
  await Promise.all(killed.map(({ exited }) => exited))
  processes = processes.slice(0, 2)
  await expect.poll(() => engine.statusOf(inTurn(0), key), { timeout: 2 * reservationMs }).toBe(200)

  // By now both have expired, and the calls of the other two are still reserved.
  await setTimeout(reservationMs)
  const others = await Promise.all(processes.map((each) => engine.chat(each, key, { stream: true })))
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect(await engine.statusOf(inTurn(1), key)).toBe(402)
  for (const each of [...streams, ...others]) await each.body?.cancel().catch(() => undefined)
  // Six streams and the one whole reply.
  await expect.poll(async () => (await engine.usageOf('streams')).calls, soon).toBe(7)
  for (const each of killed) await each[Symbol.asyncDispose]()
  processes.push(...(await Promise.all([startProcess(), startProcess()])))
})

test('when the server is lost, requests go on, /readyz and metrics say so, and everything recovers', async () => {
  const key = await addKey('outage', 1000)
  const readiness = async () => {
    const answers = await Promise.all(processes.map((each) => engine.get(each, key, '/readyz')))
    return Promise.all(answers.map(async (each) => `${each.status} ${await each.text()}`))
  }
  const gauges = async () => {
    const answers = await Promise.all(processes.map((each) => engine.get(each, key, '/metrics')))
    const texts = await Promise.all(answers.map((each) => each.text()))
    return texts.map((text) => /^parley_degraded\{part="limits"\} (\d)$/m.exec(text)?.[1])
  }
  const all = (value: string) => processes.map(() => value)
  expect(await readiness()).toEqual(all('200 ready\n'))
  expect(await gauges()).toEqual(all('0'))

  const running = Promise.all(Array.from({ length: 400 }, (_, each) => engine.statusOf(inTurn(each), key)))
  await redis.stop()
  expect(new Set(await running)).toEqual(new Set([200]))
  expect(await readiness()).toEqual(all('200 ready, degraded: limits\n'))
  expect(await gauges()).toEqual(all('1'))
  expect(await Promise.all(processes.map((each) => engine.statusOf(each, key)))).toEqual(processes.map(() => 200))
  expect(inTurn(0).output()).toContain('shared limits are lost')

  await redis.start()
  await expect.poll(readiness, { timeout: 10_000 }).toEqual(all('200 ready\n'))
  expect(await gauges()).toEqual(all('0'))
  expect(await engine.statusOf(inTurn(0), key)).toBe(200)
})

test('without Postgres budgets hold all the same, and what was spent is written later', async () => {
  const budget = 3.5 * engine.cost
  const key = await addKey('no-database', budget)
  const used = await addKey('used-before', budget)
  expect(await engine.statusOf(inTurn(0), used)).toBe(200)
  await postgres.stop()
  const statuses = []
  for (let each = 0; each < 6; each++) statuses.push(await engine.statusOf(inTurn(each), used))
  expect(statuses).toEqual([200, 200, 200, 402, 402, 402])
  // Without the ledger, an account that the server doesn't know begins with what this process knows.
  expect(await engine.statusOf(inTurn(0), key)).toBe(200)
  await postgres.start()
  await expect.poll(async () => (await engine.usageOf('used-before')).calls, soon).toBe(4)
  await expect.poll(async () => (await engine.usageOf('no-database')).calls, soon).toBe(1)
})
