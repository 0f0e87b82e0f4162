import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#service/service-context.ts'
import { type Ledger, type LedgerEntry, createMemoryLedger } from '#service/state/ledger.ts'
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts'
import { createFileLedger } from './file-ledger.ts'
import { openDatabase } from './postgres/connection.ts'
import { createPostgresLedger } from './postgres/postgres-ledger.ts'

let folder: string
let postgres: PostgresServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-ledgers-'))
  postgres = await startPostgresServer()
}, 30_000)
afterAll(async () => {
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** An empty ledger, and how to close it. */
interface OpenedLedger {
  ledger: Ledger
  close(): Promise<void>
}

async function openMemory(): Promise<OpenedLedger> {
  return { ledger: createMemoryLedger(), close: async () => {} }
}

async function openFile(): Promise<OpenedLedger> {
  const ledger = createFileLedger(await mkdtemp(join(folder, 'file-')), silentLog)
  return { ledger, close: ledger.flush }
}

async function openPostgres(): Promise<OpenedLedger> {
  const pool = await openDatabase(await postgres.createDatabase())
  const ledger = createPostgresLedger({
    pool,
    reports: pool,
    journalFolder: await mkdtemp(join(folder, 'journal-')),
    log: silentLog,
  })
  const close = async () => {
    await ledger.close()
    await pool.end()
  }
  return { ledger, close }
}

let next = 0
function entry(fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const tokens = { input: 10, cached: 4, output: 5, reasoning: 1, estimated: false, cost: 0.5 }
  const about = { key: 'laptop', model: 'acme/tiny', engine: 'stub', outcome: 'finished' as const }
  const time = Date.parse('2027-01-31T23:59:59Z')
  return { id: `chatcmpl-${next++}`, time, ...about, ...tokens, firstMs: 10, totalMs: 20, ...fields }
}

describe.each([
  ['memory', openMemory],
  ['files', openFile],
  ['Postgres', openPostgres],
])('a ledger in %s', (_, open) => {
  test('sums calls by day, model and key', async () => {
    const { ledger, close } = await open()
    expect(await ledger.daily('2027-01-01', '2027-12-31')).toEqual([])
    ledger.record(entry())
    ledger.record(entry({ outcome: 'failed', firstMs: null, cost: null, totalMs: 7 }))
    ledger.record(entry({ model: 'acme/large' }))
    ledger.record(entry({ time: Date.parse('2027-02-01T00:00:00Z') }))
    const rows = await ledger.daily('2027-01-01', '2027-01-31')
    expect(rows.toSorted((one, other) => other.model.localeCompare(one.model))).toEqual([
      {
        day: '2027-01-31',
        model: 'acme/tiny',
        key: 'laptop',
        requests: 2,
        failed_requests: 1,
        input_tokens: 20,
        cached_tokens: 8,
        output_tokens: 10,
        reasoning_tokens: 2,
        cost: 0.5,
        timed_requests: 1,
        first_token_ms_sum: 10,
        total_ms_sum: 27,
      },
      expect.objectContaining({ model: 'acme/large', requests: 1 }),
    ])
    expect((await ledger.daily('2027-02-01', '2027-02-28')).map(({ day }) => day)).toEqual(['2027-02-01'])
    await close()
  })

  test('knows what a key has spent on a day and in its month', async () => {
    const { ledger, close } = await open()
    ledger.record(entry())
    ledger.record(entry({ time: Date.parse('2027-01-01T00:00:00Z'), cost: 2 }))
    ledger.record(entry({ time: Date.parse('2027-02-01T00:00:00Z'), cost: 4 }))
    ledger.record(entry({ key: 'phone', cost: 8 }))
    expect(await ledger.spentBy('laptop', '2027-01-31')).toEqual({ day: 0.5, month: 2.5 })
    expect(await ledger.spentBy('nobody', '2027-01-31')).toEqual({ day: 0, month: 0 })
    await close()
  })

  test('takes names with any characters, and counts of any size', async () => {
    const { ledger, close } = await open()
    const model = 'acme/\u0000ti\'ny"; DROP TABLE parley.ledger; -- 模型 \uD800'
    ledger.record(entry({ model, input: 2 ** 60, output: 0.5 }))
    ledger.record(entry())
    const rows = await ledger.daily('2027-01-01', '2027-12-31')
    expect(rows.map(({ requests }) => requests)).toEqual([1, 1])
    expect(rows.reduce((sum, row) => sum + row.input_tokens, 0)).toBe(2 ** 60 + 10)
    await close()
  })
})
