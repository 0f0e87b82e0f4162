import type { Pool } from 'pg'
import { refuse, type ServiceError } from '#service/service-error.ts'
import { migrate } from './migrate.ts'

/** How long a connection may take, and how long an answer, in milliseconds. */
const connectMs = 2000
const answerMs = 10_000

/**
 * Opens a database and brings its tables up to date. Rejects with a message for users, without the password, if that isn't
 * possible.
 */
export async function openDatabase(url: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  // Without a limit for answers, because a change of a large table takes long.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await migrate(client)
  } catch (reason) {
    throw new Error(
      `The store ${displayAddress(url)} can’t be used (${problemOf(reason)}). Check PARLEY_STORE, and that Postgres is running and accepts this account.`,
      { cause: reason },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
  return connectTo(url)
}

/** Up to `max` connections to a database, which are opened when they are needed. */
export async function connectTo(url: string, max = 4): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'parley',
    max,
    connectionTimeoutMillis: connectMs,
    statement_timeout: answerMs,
    query_timeout: answerMs,
  })
  // A lost idle connection is replaced at the next query, which reports what is wrong.
  pool.on('error', () => undefined)
  return pool
}

/** For people: without account, password and options. */
export function displayAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}:${port || '5432'}${pathname}`
}

/**
 * Whether the database refuses the values themselves. Anything else may work later: it can't be reached, is read-only after a
 * failover, is restored from a backup, or has lost the rights of its account.
 */
export function isAboutValues(reason: unknown): boolean {
  if (!(reason instanceof Error && 'severity' in reason && 'code' in reason)) return false
  // One row twice, data exceptions, violated constraints, and what is too large.
  return /^(?:21|22|23|54)/.test(String(reason.code))
}

export function problemOf(reason: unknown): string {
  // Node reports the attempts of several addresses together, with an empty message.
  if (reason instanceof AggregateError) return reason.errors.map(problemOf).join('; ')
  return reason instanceof Error ? reason.message : String(reason)
}

/** Postgres refuses NUL in texts, and half a surrogate pair in JSON. */
export function storableText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD')
}

/** A 503 for what needs the database. */
export function storeUnavailable(): ServiceError {
  return refuse('store_unavailable', 'The database with keys and usage can’t be reached. Try again in a moment.', {
    headers: { 'retry-after': '5' },
  })
}

/** Runs a query for a caller. Throws a 503 if the database doesn't do what it is asked. */
export async function orUnavailable<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (reason) {
    throw isAboutValues(reason) ? reason : storeUnavailable()
  }
}
