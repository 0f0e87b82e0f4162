import type { Pool, PoolClient } from 'pg'
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
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'parley',
    max: 4,
    connectionTimeoutMillis: connectMs,
    statement_timeout: answerMs,
    query_timeout: answerMs,
  })
  // A lost idle connection is replaced at the next query, which reports what is wrong.
  pool.on('error', () => undefined)
  let client: PoolClient | undefined
  try {
    client = await pool.connect()
    await migrate(client)
    client.release()
    return pool
  } catch (reason) {
    client?.release(true)
    await pool.end()
    throw new Error(
      `The store ${displayAddress(url)} can’t be used (${problemOf(reason)}). Check PARLEY_STORE, and that Postgres runs and lets this account in.`,
      { cause: reason },
    )
  }
}

/** For people: without account, password and options. */
export function displayAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `postgres://${hostname}:${port || '5432'}${pathname}`
}

/** Whether the database couldn't answer, as opposed to an answer that refuses a statement. */
export function isUnavailable(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  if (!('severity' in reason && 'code' in reason)) return true
  // Connection exceptions, lack of resources, and interventions of an operator.
  return /^(?:08|53|57|58)/.test(String(reason.code))
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

/** Runs a query for a caller. Throws a 503 if the database can't answer. */
export async function orUnavailable<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (reason) {
    throw isUnavailable(reason) ? storeUnavailable() : reason
  }
}
