import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UsageReport } from '#contract/usage.ts'
import { type EnginePlayer, type Played, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { type ParleyProcess, startParleyProcess } from '#testing/parley-process.ts'
import { type PostgresServer, postgresPassword, startPostgresServer } from '#testing/postgres-server.ts'
import { runKeysCommand } from './keys-command.ts'

let folder: string
let postgres: PostgresServer
let engine: EnginePlayer
let processes: ParleyProcess[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-shared-store-'))
  postgres = await startPostgresServer()
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
  const message = { role: 'assistant', content: 'Hello' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  const script = ({ request, body, response }: Played) => {
    // Embeddings never begin, and streams never end.
    if (request.url?.endsWith('/embeddings')) return
    if (!body.includes('"stream":true')) return void response.end(whole)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(pieceFrame('Hello'))
  }
  engine = await startEnginePlayer(script, ['tiny', 'text-embedding-3-small'])
  processes = await Promise.all([startProcess(), startProcess(), startProcess()])
}, 60_000)

afterAll(async () => {
  await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  engine.close()
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function startProcess(): Promise<ParleyProcess> {
  return startParleyProcess({
    PARLEY_STORE: postgres.url,
    PARLEY_JOURNAL: join(folder, 'journal'),
    PARLEY_ENGINE_URL: engine.baseUrl,
    LOG_LEVEL: 'info',
  })
}

/** Runs `npm run keys` and returns what it printed. */
async function keys(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  expect(await runKeysCommand(args, postgres.url, { print: keep, printError: keep })).toBe(0)
  return lines
}

function get({ baseUrl }: ParleyProcess, key: string, path: string): Promise<Response> {
  return fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
}

function post(
  { baseUrl }: ParleyProcess,
  key: string,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null })
}

function chat(process: ParleyProcess, key: string, fields: object = {}): Promise<Response> {
  const message = { role: 'user', content: 'Hi' }
  return post(process, key, '/v1/chat/completions', { model: 'tiny', messages: [message], ...fields })
}

async function usageOf(process: ParleyProcess, key: string) {
  const response = await get(process, key, '/v1/usage?by=key')
  const { data } = (await response.json()) as UsageReport
  return data
}

const statusesOf = (key: string) =>
  Promise.all(processes.map(async (each) => (await get(each, key, '/v1/usage')).status))
const soon = { timeout: 20_000, interval: 100 }

test('a key of the command works in every process, and a revoked one in none, within two seconds', async () => {
  const key = (await keys('add', 'visitor')).at(-1) ?? ''
  await expect.poll(() => statusesOf(key), { timeout: 2000 }).toEqual([200, 200, 200])
  const about = await keys('revoke', 'visitor')
  expect(about.join('\n')).not.toContain(postgresPassword)
  await expect.poll(() => statusesOf(key), { timeout: 2000 }).toEqual([401, 401, 401])
}, 30_000)

test('usage of one process is seen by another within five seconds', async () => {
  const key = (await keys('add', 'reader')).at(-1) ?? ''
  await expect.poll(() => statusesOf(key), soon).toEqual([200, 200, 200])
  const [one, other] = processes
  if (!one || !other) throw new Error('No process runs.')
  expect((await chat(one, key)).status).toBe(200)
  await expect.poll(async () => (await usageOf(other, key))[0]?.requests, { timeout: 5000 }).toBe(1)
})

test('kill -9 of two processes in mid-stream loses and doubles no entry', async () => {
  const key = (await keys('add', 'laptop')).at(-1) ?? ''
  await expect.poll(() => statusesOf(key), soon).toEqual([200, 200, 200])
  const streams = await Promise.all(
    processes.flatMap((each) => [chat(each, key, { stream: true }), chat(each, key, { stream: true })]),
  )
  const leave = new AbortController()
  for (const each of processes) {
    const body = { model: 'text-embedding-3-small', input: 'Hi' }
    void post(each, key, '/v1/embeddings', body, leave.signal).catch(() => undefined)
  }
  const readers = streams.map((response) => response.body?.getReader())
  for (const reader of readers) await reader?.read()
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(processes.map((each) => chat(each, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  const [survivor, ...victims] = processes
  if (!survivor) throw new Error('No process runs.')
  for (const each of victims) each.kill('SIGKILL')
  await Promise.all(victims.map((each) => each.exited))
  leave.abort()
  for (const reader of readers) await reader?.cancel().catch(() => undefined)

  // 30 whole replies, 6 streams and 3 embeddings, each once.
  await expect.poll(async () => (await usageOf(survivor, key))[0]?.requests, soon).toBe(3 * rounds + 9)
  const [row] = await usageOf(survivor, key)
  expect(row).toMatchObject({ key: 'laptop', output_tokens: expect.any(Number) as number })
  await Promise.all([startProcess(), startProcess()].map(async (starting) => processes.push(await starting)))
  await expect.poll(async () => (await usageOf(survivor, key))[0]?.requests, soon).toBe(3 * rounds + 9)
  processes = processes.filter((each) => !victims.includes(each))
  await Promise.all(victims.map((each) => each[Symbol.asyncDispose]()))
}, 90_000)

test('without Postgres known keys go on, others wait, and /readyz says so', async () => {
  const [process] = processes
  if (!process) throw new Error('No process runs.')
  const key = (await keys('add', 'phone')).at(-1) ?? ''
  await expect.poll(async () => (await get(process, key, '/v1/usage')).status, soon).toBe(200)
  await postgres.stop()
  const readiness = async () => (await fetch(`${process.baseUrl}/readyz`)).text()
  await expect.poll(readiness, soon).toContain('degraded: store')
  expect((await fetch(`${process.baseUrl}/readyz`)).status).toBe(200)
  expect(await (await get(process, key, '/metrics')).text()).toContain('parley_degraded{part="store"} 1\n')
  expect((await chat(process, key)).status).toBe(200)
  const refused = await chat(process, 'parley_unknown')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'store_unavailable' } })
  await postgres.start()
  await expect.poll(readiness, soon).toBe('ready\n')
  await expect.poll(async () => (await usageOf(process, key))[0]?.requests, soon).toBe(1)
  expect((await chat(process, 'parley_unknown')).status).toBe(401)
  expect(process.output()).not.toContain(postgresPassword)
}, 60_000)

test('a process that stops leaves no journal behind', async () => {
  for (const each of processes) each.kill('SIGTERM')
  expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual(processes.map(() => 0))
  expect((await readdir(join(folder, 'journal'))).filter((name) => name.endsWith('.jsonl'))).toEqual([])
}, 30_000)
