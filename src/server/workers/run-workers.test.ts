import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { UsageReport } from '#contract/usage.ts'
import { listen } from '#server/http/http-server.ts'
import { type ParleyProcess, startParleyProcess } from '#testing/parley-process.ts'
import { type PricedEngine, startPricedEngine } from '#testing/priced-engine.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { startRedisServer } from '#testing/redis-server.ts'

// One service with several worker processes. Its limits are in memory unless a test says otherwise.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let engine: PricedEngine
let parley: ParleyProcess
beforeAll(async () => {
  engine = await startPricedEngine()
  parley = await start()
})
afterAll(async () => {
  await parley[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

async function start(settings: Record<string, string> = {}): Promise<ParleyProcess> {
  const started = await startParleyProcess({ ...engine.settings, PARLEY_WORKERS: '2', ...settings })
  await vi.waitUntil(() => workersOf(started).length === 2, { timeout: 20_000 })
  return started
}

/** The ids of the worker processes. */
function workersOf({ pid }: ParleyProcess): number[] {
  const lines = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n')
  return lines.filter(Boolean).map(Number)
}

async function addKey(
  name: string,
  terms: Parameters<PricedEngine['addKey']>[1],
  served = parley,
  store = engine,
): Promise<string> {
  const key = await store.addKey(name, terms)
  await expect.poll(() => statusesOfList(key, served), { timeout: 10_000 }).toEqual([200])
  return key
}

/** The distinct statuses from all workers. Each worker reads the keys separately, and each connection stays with one worker. */
async function statusesOfList(key: string, served: ParleyProcess): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => engine.get(served, key, '/v1/models')))
  for (const each of answers) await each.text()
  return [...new Set(answers.map(({ status }) => status))]
}

/** How many of this many calls at once get each status. */
async function statusesOf(key: string, calls: number, served = parley): Promise<Record<number, number>> {
  const statuses = await Promise.all(Array.from({ length: calls }, () => engine.statusOf(served, key)))
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('limits in memory hold over all workers, which share ledger and metrics', async () => {
  const key = await addKey('crowd', { budget_per_day: 0.505 })
  const counts = await statusesOf(key, 1000)
  const admitted = (counts[200] ?? 0) * engine.cost
  expect(counts[402]).toBeGreaterThan(0)
  expect(admitted).toBeLessThanOrEqual(0.505 + engine.greatest)
  for (let each = 0; each < 4; each++) {
    const usage = (await (await engine.get(parley, key, '/v1/usage?by=key')).json()) as UsageReport
    expect(usage.data[0]?.cost).toBeCloseTo(admitted, 6)
  }
  const text = await (await engine.get(parley, key, '/metrics')).text()
  const route = 'parley_requests_total{route="/v1/chat/completions",method="POST",status='
  expect(text).toContain(`${route}"200"} ${counts[200]}\n`)
  expect(text).toContain(`${route}"402"} ${counts[402]}\n`)
  expect(text).toContain(`parley_key_calls_total{key="crowd",outcome="finished"} ${counts[200]}\n`)
  const dollars = /^parley_key_cost_dollars_total\{key="crowd"\} (\S+)$/mu.exec(text)?.[1]
  expect(Number(dollars)).toBeCloseTo(admitted, 6)

  const slow = await addKey('slow', { requests_per_minute: 50 })
  // Looking for the key counted, too.
  const rates = await statusesOf(slow, 60)
  expect(rates[200]).toBeLessThanOrEqual(31)
  expect(rates[429]).toBeGreaterThanOrEqual(29)
})

test('a revoked key stops in all workers within two seconds', async () => {
  const key = await addKey('leaver', {})
  await engine.revokeKey('leaver')
  await expect.poll(() => statusesOfList(key, parley), { timeout: 2000 }).toEqual([401])
})

test('a killed worker is replaced, and its reservations are released', async () => {
  const key = await addKey('streams', { budget_per_day: 1.5 * engine.greatest })
  const streams = await Promise.all([0, 1].map(() => engine.chat(parley, key, { stream: true })))
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect(await engine.statusOf(parley, key)).toBe(402)
  const before = workersOf(parley)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await expect.poll(() => workersOf(parley).filter((pid) => !before.includes(pid)), { timeout: 20_000 }).toHaveLength(2)
  await expect.poll(() => engine.statusOf(parley, key).catch(() => 0), { timeout: 20_000 }).toBe(200)
  expect(parley.output()).toContain('worker ended; starting another')
  expect(parley.output().match(/Parley is running/g)).toHaveLength(1)
  // The provider bills what it had begun.
  const { data } = (await (await engine.get(parley, key, '/v1/usage?by=key')).json()) as UsageReport
  expect(data).toEqual([expect.objectContaining({ key: 'streams', requests: 3, output_tokens: 10 })])
  expect(data[0]?.input_tokens).toBeGreaterThan(2 * 5)
  // What the dead ones had counted is still there.
  const text = await (await engine.get(parley, key, '/metrics')).text()
  expect(Number(/completions",method="POST",status="402"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(100)
  for (const each of streams) await each.body?.cancel().catch(() => undefined)
})

test('a signal stops all workers gracefully', async () => {
  const served = await start({ PARLEY_SHUTDOWN_GRACE_MS: '300' })
  const key = await addKey('graceful', {}, served)
  const streams = await Promise.all([0, 1].map(() => engine.chat(served, key, { stream: true })))
  served.kill('SIGTERM')
  for (const each of streams) expect(await each.text()).toContain('"code":"overloaded"')
  expect(await served.exited).toBe(0)
  expect((await engine.usageOf('graceful')).spent).toBeGreaterThan(0)
  await served[Symbol.asyncDispose]()
})

test('workers share limits over Redis, too', async () => {
  await using redis = await startRedisServer()
  await using served = await start({ PARLEY_LIMITS: redis.url })
  const key = await addKey('redis', { budget_per_month: 0.205 }, served)
  const counts = await statusesOf(key, 200, served)
  expect((counts[200] ?? 0) * engine.cost).toBeLessThanOrEqual(0.205 + engine.greatest)
  expect(counts[402]).toBeGreaterThan(0)
  await redis.stop()
  const readiness = async () => (await engine.get(served, key, '/readyz')).text()
  await expect.poll(readiness).toBe('ready, degraded: limits\n')
  expect(await (await engine.get(served, key, '/metrics')).text()).toContain('parley_degraded{part="limits"} 1\n')
})

test('workers keep keys and usage in Postgres, and a killed one loses and doubles no call', async () => {
  await using postgres = await startPostgresServer()
  await using shared = await startPricedEngine(postgres.url)
  await using served = await start(shared.settings)
  const key = await addKey('laptop', {}, served, shared)
  const streams = await Promise.all(Array.from({ length: 6 }, () => shared.chat(served, key, { stream: true })))
  await Promise.all(Array.from({ length: 20 }, () => shared.statusOf(served, key)))
  const [victim] = workersOf(served)
  if (victim !== undefined) process.kill(victim, 'SIGKILL')
  for (const each of streams) await each.body?.cancel().catch(() => undefined)
  await expect.poll(async () => (await shared.usageOf('laptop')).calls, { timeout: 20_000 }).toBe(26)
})

test('says once why it can’t start, and ends', async () => {
  const other = createServer()
  const port = await listen(other, '127.0.0.1', 0)
  const started = startParleyProcess({ ...engine.settings, PARLEY_WORKERS: '3', PORT: String(port) })
  const problem = await started.then(
    () => '',
    (reason: unknown) => String(reason),
  )
  expect(problem).toContain('ended with 1')
  expect(problem.match(/already in use/g)).toHaveLength(1)
  other.close()
})
