import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { silentLog, systemClock } from '#service/service-context.ts'
import { createRateLimit } from '#service/state/keys-and-limits.ts'
import { type BegunCall, type LedgerEntry, abortedEntry, createMemoryLedger } from '#service/state/ledger.ts'
import { createSpending } from '#service/state/spending.ts'
import { openStore } from '#server/state/open-store.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { openChannel } from './channel.ts'
import { type StateMethods, createWorkerState, openSharedState } from './primary-state.ts'
import { createRemoteLedger, createRemoteLimits } from './worker-state.ts'

/** A primary and one worker, with messages that cross no process. */
function start() {
  const [ofPrimary, ofWorker] = [new EventEmitter(), new EventEmitter()]
  const portTo = (other: EventEmitter, own: EventEmitter) => ({
    send: (message: object) => other.emit('message', structuredClone(message)),
    on: (event: 'message', listener: (message: unknown) => void) => own.on(event, listener),
  })
  const entries: LedgerEntry[] = []
  const ledger = { ...createMemoryLedger(), record: (entry: LedgerEntry) => void entries.push(entry) }
  const spending = createSpending(systemClock)
  const state = createWorkerState({ ledger, rateLimit: createRateLimit(systemClock, 0), spending })
  openChannel(portTo(ofWorker, ofPrimary), state.methods)
  const primary = openChannel<StateMethods>(portTo(ofPrimary, ofWorker), {})
  return {
    entries,
    spending,
    release: state.release,
    ledger: createRemoteLedger(primary),
    limits: createRemoteLimits(primary, 0),
  }
}

const config = { requestLog: 'off', requestLogDays: 30, requestsPerMinute: 0 } as const

test('limits in memory begin with what the files or the database know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-primary-'))
  await using server = await startPostgresServer()
  const journal = join(folder, 'journal')
  for (const store of [`file:${folder}`, await server.createDatabase()]) {
    const known = await openStore({ ...config, store, journal }, [], silentLog)
    known.ledger.record(abortedEntry(begun('known', 'laptop')))
    await known.close()
    const state = await openSharedState({ ...config, store, journal, limits: 'memory' }, silentLog)
    expect(state.spending.spentBy('laptop', today)).toEqual({ day: 0.25, month: 0.25 })
    // What isn't needed any more is closed.
    await expect.poll(() => sessionsOf(server)).toBe(0)
    await state.close()
  }
  await rm(folder, { recursive: true })
}, 60_000)

/** How many connections Parley has to a database server. */
async function sessionsOf({ url }: PostgresServer): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const { rowCount } = await client.query("SELECT FROM pg_stat_activity WHERE application_name = 'parley'")
  await client.end()
  return rowCount ?? 0
}

test('a ledger is only opened and read if something needs it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-primary-'))
  await mkdir(join(folder, 'ledger', `${today.slice(0, 7)}.jsonl`), { recursive: true })
  for (const store of [`file:${folder}`, 'postgres://127.0.0.1:1/nothing']) {
    const place = { ...config, store, journal: join(folder, 'journal') }
    const redis = await openSharedState({ ...place, limits: 'redis://127.0.0.1:1' }, silentLog)
    await redis.close()
    await expect(openSharedState({ ...place, limits: 'memory' }, silentLog)).rejects.toThrow(/EISDIR|ECONNREFUSED/)
  }
  await rm(folder, { recursive: true })
})

const today = new Date().toISOString().slice(0, 10)
const begunAt = Date.now()
const begun = (id: string, key: string): BegunCall => ({
  id,
  time: begunAt,
  key,
  model: 'acme/tiny',
  engine: 'stub',
  input: 100,
  cost: 0.25,
})
const unknown = { cached: 0, reasoning: 0, estimated: true, firstMs: null, totalMs: 0 }

test('the open calls of a worker that is killed are in the ledger and the budget, by their input', async () => {
  const { entries, spending, release, ledger, limits } = start()
  const caller = { name: 'laptop', terms: keyTerms.parse({ budget_per_day: 0.5, tokens_per_minute: 1000 }) }
  const [ended] = [await limits.spending.reserve(caller, () => ({ tokens: 500, cost: 0.2 }))]
  ledger.begin?.(begun('ended', 'laptop'))
  await limits.spending.reserve(caller, () => ({ tokens: 400, cost: 0.2 }))
  ledger.begin?.(begun('open', 'laptop'))
  ledger.begin?.(begun('of another', 'unlimited'))
  ended.settle({ tokens: 800, cost: 0.125 })
  ledger.record({ ...begun('ended', 'laptop'), ...unknown, output: 5, outcome: 'finished', cost: 0.125 })

  release()
  expect(entries).toEqual([
    expect.objectContaining({ id: 'ended', outcome: 'finished' }),
    { ...begun('open', 'laptop'), ...unknown, output: 0, outcome: 'aborted' },
    { ...begun('of another', 'unlimited'), ...unknown, output: 0, outcome: 'aborted' },
  ])
  expect(spending.spentBy('laptop', today)).toEqual({ day: 0.375, month: 0.375 })
  expect(spending.spentBy('unlimited', today)).toEqual({ day: 0.25, month: 0.25 })
  // 900 of the 1000 tokens are used, and nothing is reserved any more.
  const { headers } = spending.reserve(caller, () => ({ tokens: 50, cost: 0 }))
  expect(Number(headers['x-ratelimit-remaining-tokens'])).toBeGreaterThanOrEqual(50)
  expect(Number(headers['x-ratelimit-remaining-tokens'])).toBeLessThan(100)

  release()
  expect(entries).toHaveLength(3)
})
