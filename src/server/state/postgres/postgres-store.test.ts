import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { type PostgresServer, postgresPassword, startPostgresServer } from '#testing/postgres-server.ts'
import { hashKey } from '#server/state/key-ring.ts'
import { openDatabase } from './connection.ts'
import { host } from './journal.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openPostgresStore } from './open-postgres-store.ts'

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

const fixedKeys = [hashKey('link key', 'the-link-key')]
const open = (url: string, journal = folder) =>
  openPostgresStore({ url, journal, requestLog: 'off', requestLogDays: 30, fixedKeys, log })

let next = 0
function entry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const tokens = { input: 10, cached: 0, output: 5, reasoning: 0, estimated: false, cost: 0.5 }
  const about = { key: 'laptop', model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const }
  return { id: `chatcmpl-${next++}`, time: Date.now(), ...about, ...tokens, firstMs: 1, totalMs: 2, ...fields }
}
const begunOf = ({ id, time, key, model, engine, input, cost }: LedgerEntry) => ({
  id,
  time,
  key,
  model,
  engine,
  input,
  cost,
})
const soon = { timeout: 15_000, interval: 50 }
const today = () => new Date().toISOString().slice(0, 10)

test('another process knows a new key, and no longer a revoked one, within two seconds', async () => {
  const url = await postgres.createDatabase()
  const [one, other] = await Promise.all([open(url), open(url, join(folder, 'other'))])
  const { key, id } = await one.keyStore.add('laptop', keyTerms.parse({ budget_per_day: 3 }))
  await expect.poll(() => other.keys.find(key), { timeout: 2000 }).toMatchObject({ terms: { budget_per_day: 3 } })
  expect(other.keyNames()).toEqual(['laptop'])
  await one.keyStore.revoke(id)
  await expect.poll(() => other.keys.find(key), { timeout: 2000 }).toBeUndefined()
  await one.close()
  await other.close()
})

test('without the database known keys go on, others get a 503, and usage is written later', async () => {
  const url = await postgres.createDatabase()
  const store = await open(url)
  const { key } = await store.keyStore.add('laptop', keyTerms.parse({}))
  await postgres.stop()
  await expect.poll(store.isReachable, soon).toBe(false)
  expect(store.keys.find(key)).toMatchObject({ name: 'laptop' })
  expect(store.keys.find('the-link-key')).toMatchObject({ name: 'link key' })
  expect(store.keys.find(undefined)).toBeUndefined()
  expect(() => store.keys.find('parley_unknown')).toThrow('can’t be reached. Try again in a moment')
  await expect(store.keyStore.add('phone', keyTerms.parse({}))).rejects.toMatchObject({ status: 503 })
  await expect(store.ledger.daily(today(), today())).rejects.toMatchObject({ status: 503 })
  for (let calls = 0; calls < 5; calls++) store.ledger.record(entry())
  await expect.poll(async () => (await journalsIn(folder)).split('"ended"').length - 1, soon).toBe(5)

  await postgres.start()
  await expect.poll(store.isReachable, soon).toBe(true)
  const rows = () => store.ledger.daily(today(), today())
  await expect.poll(rows, soon).toMatchObject([{ key: 'laptop', requests: 5, cost: 2.5 }])
  await store.close()
  expect(await readdir(folder)).toEqual([])
  for (const said of [log.info, log.warn, log.error]) {
    expect(JSON.stringify(said.mock.calls)).not.toContain(postgresPassword)
  }
}, 60_000)

test('ten minutes without the database are the limit for known keys', async () => {
  const url = await postgres.createDatabase()
  const store = await open(url)
  const { key } = await store.keyStore.add('laptop', keyTerms.parse({}))
  await store.keyStore.list()
  await postgres.stop()
  await expect.poll(store.isReachable, soon).toBe(false)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 9 * 60_000)
  expect(store.keys.find(key)).toMatchObject({ name: 'laptop' })
  clock.mockReturnValue(now + 11 * 60_000)
  expect(() => store.keys.find(key)).toThrow('can’t be reached')
  expect(store.keys.find('the-link-key')).toMatchObject({ name: 'link key' })
  clock.mockRestore()
  await store.close()
  await postgres.start()
}, 60_000)

test('the journal of a killed process is written by another, once, with the calls that were open', async () => {
  const url = await postgres.createDatabase()
  const [ended, open1] = [entry(), entry({ cost: 0.25, output: 0 })]
  const lines = [{ begun: begunOf(ended) }, { begun: begunOf(open1) }, { ended }].map((each) => JSON.stringify(each))
  // No process has this id.
  const left = `${lines.join('\n')}\n{"ended":{"id":"torn`
  const name = `${host}.4194999.0123456789ab.jsonl`
  await writeFile(join(folder, name), left)
  const before = await open(url, join(folder, 'none'))
  before.ledger.record(ended)
  await before.close()

  const stores = await Promise.all([open(url), open(url)])
  const rows = () => stores[0].ledger.daily(today(), today())
  await expect.poll(rows, soon).toMatchObject([{ requests: 2, cost: 0.75, input_tokens: 20, output_tokens: 5 }])
  // The call goes on after all, in a process that only seemed to have ended.
  stores[1].ledger.record({ ...open1, output: 100, cost: 4 })
  await expect.poll(rows, soon).toMatchObject([{ requests: 2, cost: 4.5, output_tokens: 105 }])
  await Promise.all(stores.map((store) => store.close()))
  expect((await readdir(folder)).filter((file) => file.endsWith('.jsonl'))).toEqual([])
}, 30_000)

test('an entry that the database refuses doesn’t hold up the others', async () => {
  const store = await open(await postgres.createDatabase())
  store.ledger.record(entry({ time: 8.64e15 }))
  store.ledger.record(entry())
  await expect.poll(() => store.ledger.daily(today(), today()), soon).toMatchObject([{ requests: 1 }])
  await store.close()
})

test('a database that can’t be used is named without its password', async () => {
  const attempts = [
    `postgres://parley:${postgresPassword}@127.0.0.1:1/parley`,
    postgres.url.replace(/\w+$/, 'missing'),
    `postgres://parley:${postgresPassword}@nowhere.invalid/parley`,
  ]
  for (const url of attempts) {
    const problem = await openDatabase(url).then(String, String)
    expect(problem).toMatch(/^Error: The store postgres:\/\/\S+ can’t be used \(.+\)\. Check PARLEY_STORE/)
    expect(problem).not.toContain(postgresPassword)
  }
})

test('migrations are applied once, by processes that start together, and newer tables are left alone', async () => {
  const url = await postgres.createDatabase()
  const pools = await Promise.all([openDatabase(url), openDatabase(url), openDatabase(url)])
  const [pool] = pools
  const { rows } = await pool.query('SELECT version FROM parley.migrations')
  expect(rows).toHaveLength(readMigrations().length)
  await pool.query('INSERT INTO parley.migrations (version) VALUES (9000)')
  await expect(openDatabase(url)).rejects.toThrow('newer Parley changed its tables to version 9000')
  await Promise.all(pools.map((each) => each.end()))
})

test('a migration that fails changes nothing', async () => {
  const url = await postgres.createDatabase()
  const pool = await openDatabase(url)
  const client = await pool.connect()
  const broken = { version: 9000, sql: 'CREATE TABLE parley.half (id text); SELECT 1/0;' }
  await expect(migrate(client, [...readMigrations(), broken])).rejects.toThrow('division by zero')
  expect((await client.query("SELECT to_regclass('parley.half') AS half")).rows).toEqual([{ half: null }])
  client.release()
  await pool.end()
})

const fixtures = join(import.meta.dirname, '../fixtures')

/** What the tables look like, whatever way they came to be. */
async function tablesIn(pool: Pool): Promise<readonly unknown[]> {
  const columns = await pool.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'parley' ORDER BY table_name, column_name`,
  )
  const indexes = await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'parley' ORDER BY indexdef")
  return [...columns.rows, ...indexes.rows]
}

// With a new migration, add a dump of the version before it: pg_dump --inserts --no-owner --no-privileges, no comments.
test('a database of each earlier version is brought up to date, with its keys and usage', async () => {
  const fresh = await openDatabase(await postgres.createDatabase())
  const dumps = (await readdir(fixtures)).filter((name) => name.startsWith('postgres-version-'))
  const earlier = readMigrations().slice(0, -1)
  expect(dumps.toSorted()).toEqual(earlier.map(({ version }) => `postgres-version-${version}.sql`))
  for (const dump of dumps) {
    const url = await postgres.createDatabase()
    const client = new Client(url)
    await client.connect()
    await client.query(await readFile(join(fixtures, dump), 'utf8'))
    await client.end()
    const pool = await openDatabase(url)
    expect(await tablesIn(pool)).toEqual(await tablesIn(fresh))
    await pool.end()

    const store = await open(url)
    const terms = { owner: 'Ada', budget_per_day: 1.5 }
    expect(await store.keys.find('test123')).toMatchObject({ name: 'laptop', terms })
    expect((await store.keyStore.list()).map(({ name }) => name)).toEqual(['laptop', 'ci'])
    expect(await store.ledger.spentBy('laptop', '2026-11-01')).toEqual({ day: 0.5, month: 0.5 })
    expect(await store.ledger.daily('2026-11-01', '2026-11-30')).toHaveLength(2)
    await store.close()
  }
  await fresh.end()
})

async function journalsIn(path: string): Promise<string> {
  const files = (await readdir(path)).filter((name) => name.endsWith('.jsonl'))
  return (await Promise.all(files.map((name) => readFile(join(path, name), 'utf8')))).join('')
}
