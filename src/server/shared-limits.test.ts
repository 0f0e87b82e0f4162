import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Agent, fetch } from 'undici'
import { keyTerms } from '#contract/keys.ts'
import { type EnginePlayer, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { type ParleyProcess, startParleyProcess } from '#testing/parley-process.ts'
import { type RedisServer, startRedisServer } from '#testing/redis-server.ts'
import { createFileKeyStore } from './state/file-keys.ts'
import { keyFilePath } from './state/key-file.ts'

// Several processes of the service with one Redis or Valkey server.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** US dollars: what a reply costs, and the greatest that it could have cost. */
const cost = 0.01
const greatest = 0.1
const reservationMs = 2000

let folder: string
let redis: RedisServer
let player: EnginePlayer
let processes: ParleyProcess[]
const agent = new Agent({ connections: 250, keepAliveTimeout: 60_000 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-limits-'))
  // A dollar for 1000 output tokens; a reply has 10, and a request allows 100.
  const models = {
    'community/tiny': {
      pricing: [
        { metric: 'input_tokens', rate: 0 },
        { metric: 'output_tokens', rate: 1000 },
      ],
    },
  }
  await writeFile(join(folder, 'parley.config.json'), JSON.stringify({ models }))
  redis = await startRedisServer()
  const usage = { prompt_tokens: 5, completion_tokens: 10, total_tokens: 15 }
  const message = { role: 'assistant', content: 'Hello' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  player = await startEnginePlayer(({ body, response }) => {
    // Streams wait for the test.
    if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(pieceFrame('Hello'))
    } else response.end(whole)
  })
  processes = await Promise.all([startProcess(), startProcess(), startProcess(), startProcess()])
})

afterAll(async () => {
  await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  await agent.destroy()
  player.close()
  await redis[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function startProcess() {
  return startParleyProcess({
    PARLEY_CONFIG: join(folder, 'parley.config.json'),
    PARLEY_STORE: `file:${folder}`,
    PARLEY_LIMITS: redis.url,
    PARLEY_RESERVATION_MS: String(reservationMs),
    PARLEY_ENGINE_URL: player.baseUrl,
    LOG_LEVEL: 'warn',
  })
}

async function addKey(name: string, budget: number): Promise<string> {
  const store = createFileKeyStore(keyFilePath(`file:${folder}`))
  const { key } = await store.add(name, { ...keyTerms.parse({}), budget_per_day: budget })
  const known = async () => Promise.all(processes.map(async (each) => (await ask(each, key, '/v1/models')).status))
  await expect.poll(known, { timeout: 10_000 }).toEqual(processes.map(() => 200))
  return key
}

function ask({ baseUrl }: ParleyProcess, key: string, path: string) {
  return fetch(`${baseUrl}${path}`, { dispatcher: agent, headers: { authorization: `Bearer ${key}` } })
}

function chat({ baseUrl }: ParleyProcess, key: string, fields: object = {}) {
  return fetch(`${baseUrl}/v1/chat/completions`, {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100, ...fields }),
  })
}

function inTurn(each: number): ParleyProcess {
  const process = processes[each % processes.length]
  if (!process) throw new Error('No process runs.')
  return process
}

async function statusOf(process: ParleyProcess, key: string): Promise<number> {
  const response = await chat(process, key)
  await response.text()
  return response.status
}

/** What the ledger says that a key has spent. */
async function spentBy(name: string): Promise<number> {
  const files = (await readdir(join(folder, 'ledger'))).map((file) => readFile(join(folder, 'ledger', file), 'utf8'))
  const lines = (await Promise.all(files)).join('').split('\n').filter(Boolean)
  const entries = lines.map((line) => JSON.parse(line) as { key: string; cost: number })
  return entries.filter(({ key }) => key === name).reduce((sum, entry) => sum + entry.cost, 0)
}

test('4 processes and 10,000 requests at once on one key overspend by at most one reservation', async () => {
  const budget = 1.005
  const key = await addKey('crowd', budget)
  const counts = new Map<number, number>()
  const requests = Array.from({ length: 10_000 }, async (_, each) => {
    const status = await statusOf(inTurn(each), key)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  })
  await Promise.all(requests)
  expect(new Set(counts.keys())).toEqual(new Set([200, 402]))
  const admitted = (counts.get(200) ?? 0) * cost
  expect(admitted).toBeLessThanOrEqual(budget + greatest)
  await expect.poll(() => spentBy('crowd')).toBeCloseTo(admitted, 6)
  // No reservation stayed, so that the rest of the budget can be used.
  let more = 0
  while ((await statusOf(inTurn(more), key)) === 200) more++
  await expect.poll(() => spentBy('crowd')).toBeGreaterThanOrEqual(budget)
})

test('long calls stay reserved; those of killed processes until they expire', async () => {
  const key = await addKey('streams', 3.5 * greatest)
  const streams = await Promise.all(processes.map((each) => chat(each, key, { stream: true })))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await setTimeout(1.5 * reservationMs)
  expect(await statusOf(inTurn(0), key)).toBe(402)

  const killed = processes.slice(2)
  for (const each of killed) each.kill('SIGKILL')
  await Promise.all(killed.map(({ exited }) => exited))
  processes = processes.slice(0, 2)
  await expect.poll(() => statusOf(inTurn(0), key), { timeout: 2 * reservationMs }).toBe(200)

  // By now both have expired, and the calls of the other two are still reserved.
  await setTimeout(reservationMs)
  const others = await Promise.all(processes.map((each) => chat(each, key, { stream: true })))
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect(await statusOf(inTurn(1), key)).toBe(402)
  for (const each of [...streams, ...others]) await each.body?.cancel().catch(() => undefined)
  for (const each of killed) await each[Symbol.asyncDispose]()
  processes.push(...(await Promise.all([startProcess(), startProcess()])))
})

test('when the server is lost, requests go on, /readyz and metrics say so, and everything recovers', async () => {
  const key = await addKey('outage', 1000)
  const readiness = async () => {
    const answers = await Promise.all(processes.map((each) => ask(each, key, '/readyz')))
    return Promise.all(answers.map(async (each) => `${each.status} ${await each.text()}`))
  }
  const gauges = async () => {
    const answers = await Promise.all(processes.map((each) => ask(each, key, '/metrics')))
    const texts = await Promise.all(answers.map((each) => each.text()))
    return texts.map((text) => /^parley_degraded\{part="limits"\} (\d)$/m.exec(text)?.[1])
  }
  const all = (value: string) => processes.map(() => value)
  expect(await readiness()).toEqual(all('200 ready\n'))
  expect(await gauges()).toEqual(all('0'))

  const running = Promise.all(Array.from({ length: 400 }, (_, each) => statusOf(inTurn(each), key)))
  await redis.stop()
  expect(new Set(await running)).toEqual(new Set([200]))
  expect(await readiness()).toEqual(all('200 ready, degraded: limits\n'))
  expect(await gauges()).toEqual(all('1'))
  expect(await Promise.all(processes.map((each) => statusOf(each, key)))).toEqual(processes.map(() => 200))
  expect(inTurn(0).output()).toContain('shared limits are lost')

  await redis.start()
  await expect.poll(readiness, { timeout: 10_000 }).toEqual(all('200 ready\n'))
  expect(await gauges()).toEqual(all('0'))
  expect(await statusOf(inTurn(0), key)).toBe(200)
})
