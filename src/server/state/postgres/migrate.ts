import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** One step of the tables' history. */
interface Migration {
  version: number
  sql: string
}

/** `0001-name.sql`, beside this module and, for `npm start`, beside the bundle. */
export function readMigrations(): readonly Migration[] {
  const folder = join(import.meta.dirname, 'migrations')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ version: Number(name.slice(0, 4)), sql: readFileSync(join(folder, name), 'utf8') }))
}

/** Any number that no other program uses for an advisory lock on this database. */
const lock = 7_275_397

/**
 * Applies the migrations that the database lacks, each once, also if several processes start together. Rejects if a newer
 * Parley has already changed the tables.
 */
export async function migrate(client: ClientBase, migrations = readMigrations()): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [lock])
  try {
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS parley;
      CREATE TABLE IF NOT EXISTS parley.migrations (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
    `)
    const { rows } = await client.query<{ version: number }>('SELECT version FROM parley.migrations ORDER BY version')
    const applied = rows.at(-1)?.version ?? 0
    const newest = migrations.at(-1)?.version ?? 0
    if (applied > newest) {
      throw new Error(
        `a newer Parley changed its tables to version ${applied}, and this one knows ${newest}; update Parley`,
      )
    }
    for (const { version, sql } of migrations) {
      if (version <= applied) continue
      await inTransaction(client, async () => {
        await client.query(sql)
        await client.query('INSERT INTO parley.migrations (version) VALUES ($1)', [version])
      })
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock])
  }
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (reason) {
    await client.query('ROLLBACK')
    throw reason
  }
}
