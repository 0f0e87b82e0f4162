import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { openDatabase } from './connection.ts'
import { openJournal } from './journal.ts'
import { createPostgresKeyStore } from './postgres-keys.ts'

test('the database has a key’s hash and first characters, and not the key', { timeout: 30_000 }, async () => {
  await using postgres = await startPostgresServer()
  const pool = await openDatabase(await postgres.createDatabase())
  const { key, begins } = await createPostgresKeyStore(pool).add('laptop', keyTerms.parse({}))
  const { rows } = await pool.query<{ row: string }>('SELECT to_jsonb(keys)::text AS row FROM parley.keys')
  await pool.end()
  expect(rows).toHaveLength(1)
  const stored = rows[0]?.row ?? ''
  expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
  expect(stored).toContain(`"${begins}"`)
  expect(stored).not.toContain(key.slice(0, begins.length + 1))
})

test('only the account of the process can read its journal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-journal-'))
  try {
    const journals = join(folder, 'journal')
    const journal = openJournal(journals, { info() {}, warn() {}, error() {} })
    journal.begin({ id: 'a', time: 1, key: 'laptop', model: 'acme/tiny', engine: 'stub', input: 3, cost: 0.1 })
    await journal.close(false)
    const [name = ''] = await readdir(journals)
    expect((await stat(join(journals, name))).mode & 0o777).toBe(0o600)
    expect((await stat(journals)).mode & 0o777).toBe(0o700)
  } finally {
    await rm(folder, { recursive: true })
  }
})
