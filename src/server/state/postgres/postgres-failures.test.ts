import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { loggedRefusal } from '#service/state/request-log.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { connectTo, openDatabase } from './connection.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { createPostgresLedger } from './postgres-ledger.ts'
import { createPostgresRequestLog } from './postgres-requests.ts'

// A database that answers, though not as it should.

let postgres: PostgresServer
let folder: string
const log = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() }

beforeAll(async () => {
  postgres = await startPostgresServer()
}, 30_000)
afterAll(() => postgres[Symbol.asyncDispose]())
beforeEach(async () => {
  vi.clearAllMocks()
  folder = await mkdtemp(join(tmpdir(), 'parley-journal-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (url: string) =>
  openPostgresStore({ url, journal: folder, requestLog: 'metadata', requestLogDays: 30, fixedKeys: [], log })

/** Runs statements with connections of their own. */
async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url)
  await client.connect()
  for (const each of statements) await client.query(each)
  await client.end()
}

let next = 0
function entry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const tokens = { input: 10, cached: 0, output: 5, reasoning: 0, estimated: false, cost: 0.5 }
  const about = { key: 'laptop', model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const }
  return { id: `chatcmpl-${next++}`, time: Date.now(), ...about, ...tokens, firstMs: 1, totalMs: 2, ...fields }
}
const soon = { timeout: 15_000, interval: 50 }
const today = () => new Date().toISOString().slice(0, 10)
const endOthers =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()'

test.each([
  [
    'is read-only after a failover',
    'ALTER DATABASE % SET default_transaction_read_only = on',
    'ALTER DATABASE % RESET default_transaction_read_only',
  ],
  ['is being restored', 'ALTER TABLE parley.ledger RENAME TO away', 'ALTER TABLE parley.away RENAME TO ledger'],
])(
  'while the database %s, usage waits in the journal',
  async (_, breakIt, mendIt) => {
    const url = await postgres.createDatabase()
    const name = new URL(url).pathname.slice(1)
    const store = await open(url)
    await run(url, breakIt.replace('%', name), endOthers)
    for (let calls = 0; calls < 3; calls++) store.ledger.record(entry())
    await expect.poll(store.isReachable, soon).toBe(false)
    expect((await journalText()).split('"ended"')).toHaveLength(4)
    await run(url, 'SET default_transaction_read_only = off', mendIt.replace('%', name), endOthers)
    await expect.poll(store.isReachable, soon).toBe(true)
    store.ledger.record(entry())
    const requests = async () => (await store.ledger.daily(today(), today()).catch(() => []))[0]?.requests
    await expect.poll(requests, soon).toBe(4)
    await store.close()
  },
  60_000,
)

async function journalText(): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

test('more entries than wait in memory are read from the journal later, in the same process', async () => {
  const url = await postgres.createDatabase()
  const pool = await openDatabase(url)
  const ledger = createPostgresLedger({ pool, reports: pool, journalFolder: folder, log, maxWaiting: 3 })
  await run(url, 'ALTER TABLE parley.ledger RENAME TO away')
  for (let calls = 0; calls < 10; calls++) ledger.record(entry())
  await expect.poll(ledger.isWritable, soon).toBe(false)
  await run(url, 'ALTER TABLE parley.away RENAME TO ledger')
  const requests = async () => (await ledger.daily(today(), today()).catch(() => []))[0]?.requests
  await expect.poll(requests, soon).toBe(10)
  expect(log.error.mock.calls.map(([, message]) => message)).toContain(
    'too many usage entries are waiting; further ones stay in the journal',
  )
  await ledger.close()
  await pool.end()
  expect(await readdir(folder)).toEqual([])
}, 30_000)

/** A ledger whose writes go through `query`. */
async function openLedger(query: (write: () => Promise<unknown>) => Promise<void>, maxWaiting?: number) {
  const url = await postgres.createDatabase()
  const pool = await openDatabase(url)
  const writing = await connectTo(url)
  Object.assign(writing, {
    query: (...args: unknown[]) => query(async () => Reflect.apply(pool.query, pool, args)),
  })
  const ledger = createPostgresLedger({
    pool: writing,
    reports: pool,
    journalFolder: folder,
    log,
    ...(maxWaiting !== undefined && { maxWaiting }),
  })
  return {
    ledger,
    pool,
    async close() {
      await ledger.close()
      await Promise.all([pool.end(), writing.end()])
    },
  }
}

test('they are read from the journal even if calls never pause', async () => {
  let isAway = true
  const query = async (write: () => Promise<unknown>) => {
    // Longer than from one call to the next.
    await new Promise((wake) => setTimeout(wake, 20))
    if (isAway) throw new Error('connection lost')
    await write()
  }
  const { ledger, pool, close } = await openLedger(query, 1500)
  // Two batches and more: while the second is written, there is room for further calls.
  const left = Array.from({ length: 2000 }, () => entry())
  for (const each of left) ledger.record(each)
  await expect.poll(ledger.isWritable, soon).toBe(false)
  const calls = setInterval(() => ledger.record(entry()), 5)
  isAway = false
  const ids = left.map(({ id }) => id)
  const written = async () => (await pool.query('SELECT 1 FROM parley.ledger WHERE id = ANY($1)', [ids])).rowCount
  await expect.poll(written, soon).toBe(2000)
  clearInterval(calls)
  await close()
}, 30_000)

test('entries of several attempts are written together', async () => {
  let attempts = 0
  let written = 0
  const query = async (write: () => Promise<unknown>) => {
    attempts += 1
    if (attempts <= 3) {
      ledger.record(entry())
      throw new Error('connection lost')
    }
    await write()
    written += 1
  }
  const { ledger, pool, close } = await openLedger(query)
  ledger.record(entry())
  const requests = async () => (await pool.query('SELECT 1 FROM parley.ledger')).rowCount
  await expect.poll(requests, soon).toBe(4)
  expect(written).toBe(2)
  await close()
}, 30_000)

test('the journal stays small while calls never pause', async () => {
  const long = { model: 'm'.repeat(2000) }
  let recorded = 0
  let largest = 0
  // Whenever entries are written, further calls have ended.
  const query = async () => {
    for (let calls = 0; calls < 500 && recorded < 6000; calls++, recorded++) ledger.record(entry(long))
    await new Promise((wake) => setTimeout(wake, 10))
    if (recorded < 6000) largest = Math.max(largest, await folderSize())
  }
  const { ledger, close } = await openLedger(query)
  ledger.record(entry(long))
  await expect.poll(() => recorded, soon).toBe(6000)
  expect(largest).toBeLessThan(8_000_000)
  await close()
}, 30_000)

async function folderSize(): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('a start that fails after it has connected leaves no connection behind', async () => {
  const url = await postgres.createDatabase()
  await openDatabase(url).then((pool) => pool.end())
  await run(url, 'ALTER TABLE parley.keys_version RENAME TO away')
  await expect(open(url)).rejects.toThrow('keys_version')
  const pool = await connectTo(url, 1)
  const others = async () =>
    (
      await pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'parley' AND pid <> pg_backend_pid() AND datname = current_database()",
      )
    ).rowCount
  await expect.poll(others, soon).toBe(0)
  await pool.end()
}, 30_000)

test('long reports hold up neither keys nor usage', async () => {
  const url = await postgres.createDatabase()
  const store = await open(url)
  const { key } = await store.keyStore.add('laptop', keyTerms.parse({}))
  const blocker = new Client(url)
  await blocker.connect()
  // Those who search the request log wait for this lock.
  await blocker.query('BEGIN; LOCK TABLE parley.requests IN ACCESS EXCLUSIVE MODE')
  const search = { requestId: 'one', key: undefined, limit: 1 }
  const reports = Promise.allSettled(Array.from({ length: 8 }, async () => store.requestLog?.find(search)))
  await new Promise((wake) => setTimeout(wake, 3000))
  store.ledger.record(entry())
  expect(store.isReachable()).toBe(true)
  expect(store.keys.find(key)).toMatchObject({ name: 'laptop' })
  const other = await connectTo(url, 1)
  await expect.poll(async () => (await other.query('SELECT 1 FROM parley.ledger')).rowCount, { timeout: 2000 }).toBe(1)
  await blocker.query('ROLLBACK')
  await reports
  await Promise.all([blocker.end(), other.end(), store.close()])
}, 60_000)

test('a key that can’t be read is left out and named, and the others go on', async () => {
  const url = await postgres.createDatabase()
  const store = await open(url)
  const { key } = await store.keyStore.add('laptop', keyTerms.parse({}))
  await store.keyStore.add('newer', keyTerms.parse({}))
  await run(url, `UPDATE parley.keys SET terms = '{"scopes": ["chat", "unheard-of"]}' WHERE name = 'newer'`)
  await expect.poll(store.keyNames, soon).toEqual(['laptop'])
  expect(store.keys.find(key)).toMatchObject({ name: 'laptop' })
  expect(store.isReachable()).toBe(true)
  expect(log.error.mock.calls).toEqual([[{ key: 'newer' }, expect.stringContaining('left out')]])
  await store.close()
})

test('a request is logged once, also if the database said nothing of what it wrote', async () => {
  const url = await postgres.createDatabase()
  const pool = await openDatabase(url)
  const writing = await connectTo(url)
  const requestLog = createPostgresRequestLog({ pool: writing, reports: pool, keepsTexts: false, log })
  let attempts = 0
  const query = async (...args: unknown[]) => {
    await Reflect.apply(pool.query, pool, args)
    attempts += 1
    if (attempts === 1) throw new Error('connection lost')
  }
  Object.assign(writing, { query })
  const about = { request_id: 'one', key: 'laptop', endpoint: '/v1/chat/completions', code: null, total_ms: 5 }
  requestLog.record(loggedRefusal({ ...about, time: Date.now() }))
  await expect.poll(() => attempts, soon).toBe(2)
  await requestLog.close()
  expect(await requestLog.find({ requestId: 'one', key: undefined, limit: 9 })).toHaveLength(1)
  await Promise.all([pool.end(), writing.end()])
})
