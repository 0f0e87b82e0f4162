import type { Pool } from 'pg'
import type { Log } from '#service/service-context.ts'
import type { DailyUsage, Ledger } from '#service/state/ledger.ts'
import { isAboutValues, orUnavailable, problemOf, storableText } from './connection.ts'
import { type RecoveredEntry, openJournal } from './journal.ts'

/** A ledger in a database. */
export interface PostgresLedger extends Ledger {
  /** Whether entries could be written the last time. */
  isWritable(): boolean
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

/** Entries are written together after this time. */
const batchMs = 200
const retryMs = 1000
const maxBatch = 1000
/** Copying more entries to a new journal would hold up requests. */
const maxCopied = 10_000
/** How often to look for journals of ended processes. */
const recoveryMs = 5000

interface LedgerOptions {
  /** For writing. */
  pool: Pool
  /** For reading, which may take long. */
  reports: Pool
  journalFolder: string
  log: Log
  /** Further entries are only in the journal, and are read from there when the others are in the database. */
  maxWaiting?: number
}

/**
 * Keeps the ledger in a database. Entries first go to the journal in `journalFolder`, and then to the database in batches, so that
 * neither a crash nor an unreachable database loses or duplicates one.
 */
export function createPostgresLedger({
  pool,
  reports,
  journalFolder,
  log,
  maxWaiting = 100_000,
}: LedgerOptions): PostgresLedger {
  const journal = openJournal(journalFolder, log)
  /** As JSON, by their ids. */
  const waiting = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let nextFlush: Promise<void> | undefined
  let isFailing = false
  /** Whether all entries that aren't in the database are in `waiting`. */
  let isComplete = true
  let isClosed = false

  function keep(id: string, entry: string): void {
    if (waiting.size >= maxWaiting && !waiting.has(id)) {
      if (isComplete)
        log.error({ waiting: waiting.size }, 'too many usage entries are waiting; further ones stay in the journal')
      isComplete = false
      return
    }
    waiting.set(id, entry)
    schedule(batchMs)
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  /** Writes the entries so far. One at a time; calls that wait share the next one. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    nextFlush ??= working.then(() => {
      nextFlush = undefined
      return writeWaiting()
    })
    return (working = nextFlush)
  }

  async function writeWaiting(): Promise<void> {
    try {
      const entries = [...waiting]
      for (let start = 0; start < entries.length; start += maxBatch) {
        const batch = entries.slice(start, start + maxBatch)
        await insert(batch.map(([, entry]) => entry))
        // An entry that has changed meanwhile must be written again.
        for (const [id, entry] of batch) if (waiting.get(id) === entry) waiting.delete(id)
        if (isFailing) log.info({}, 'usage is written again')
        isFailing = false
        if (isComplete && waiting.size < maxCopied) await journal.compact(waiting.values())
      }
      if (waiting.size > 0) return schedule(batchMs)
      if (isComplete) return
      isComplete = true
      journal.rotate()
      recover()
    } catch (reason) {
      if (!isFailing) log.error({ problem: problemOf(reason) }, 'usage can’t be written; trying again')
      isFailing = true
      schedule(retryMs)
    }
  }

  /** Rejects only if the database can't answer: an entry that it refuses is dropped, so that it can't block the others. */
  async function insert(entries: readonly string[]): Promise<void> {
    try {
      await pool.query({ name: 'insert-ledger', text: insertEntries, values: [arrayOf(entries)] })
    } catch (reason) {
      if (!isAboutValues(reason)) throw reason
      const [only, ...more] = entries
      if (only && more.length === 0) log.error({ entry: only, problem: problemOf(reason) }, 'an entry was refused')
      else for (const entry of entries) await insert([entry])
    }
  }

  /** A database that can't be reached would hold up readers, who can't read either. */
  async function flushIfWritable(): Promise<void> {
    if (!isFailing) await flush()
  }

  /** Waits for the database, unless the ledger is closed. */
  async function insertWithRetry(entries: readonly RecoveredEntry[]): Promise<void> {
    for (;;) {
      try {
        return await insert(entries.map((entry) => JSON.stringify(entry)))
      } catch (reason) {
        if (isClosed) throw reason
      }
      await wait(retryMs)
    }
  }

  let isRecovering = false
  function recover(): void {
    if (isRecovering) return
    isRecovering = true
    void journal.recoverAbandoned(insertWithRetry).finally(() => (isRecovering = false))
  }
  recover()
  const recoveryTimer = setInterval(recover, recoveryMs)
  recoveryTimer.unref()

  return {
    begin: (call) => journal.begin(call),
    record(entry) {
      keep(entry.id, journal.end(entry))
    },
    async daily(from, to, key) {
      await flushIfWritable()
      const query =
        key === undefined
          ? { name: 'daily-usage', text: sumsPerDay(''), values: [from, to] }
          : { name: 'daily-usage-of-key', text: sumsPerDay('AND key = $3'), values: [from, to, storableText(key)] }
      const { rows } = await orUnavailable(reports.query<DailyUsage>(query))
      return rows
    },
    async spentBy(key, day) {
      await flushIfWritable()
      const values = [storableText(key), day]
      const { rows } = await orUnavailable(
        reports.query<{ day: number; month: number }>({ name: 'spent-by', text: spentByKey, values }),
      )
      return rows[0] ?? { day: 0, month: 0 }
    },
    isWritable: () => !isFailing,
    async close() {
      clearInterval(recoveryTimer)
      await flush()
      isClosed = true
      clearTimeout(timer)
      await journal.close(waiting.size === 0 && isComplete)
    },
  }
}

const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms).unref())

/** The fields of an entry as the database reads them from JSON, and the columns that they go to. */
const fields: readonly [column: string, field: keyof RecoveredEntry, type: string][] = [
  ['id', 'id', 'text'],
  ['key', 'key', 'text'],
  ['model', 'model', 'text'],
  ['engine', 'engine', 'text'],
  ['outcome', 'outcome', 'text'],
  ['input', 'input', 'double precision'],
  ['cached', 'cached', 'double precision'],
  ['output', 'output', 'double precision'],
  ['reasoning', 'reasoning', 'double precision'],
  ['estimated', 'estimated', 'boolean'],
  ['cost', 'cost', 'double precision'],
  ['first_ms', 'firstMs', 'double precision'],
  ['total_ms', 'totalMs', 'double precision'],
]

/** One JSON array for all entries: a parameter for each column would take the driver several times as long. */
function arrayOf(entries: readonly string[]): string {
  const array = (texts: readonly string[]) => `[${texts.join(',')}]`
  const text = array(entries)
  return text.includes('\\u') && unstorable.test(text) ? array(entries.map(storable)) : text
}

/** NUL or half a surrogate pair in JSON; also finds them where they are text, as in `\\u0000`. */
const unstorable = /\\u(?:0000|d[89a-f])/

function storable(entry: string): string {
  return JSON.stringify(
    JSON.parse(entry, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value)),
  )
}

const columns = [...fields.map(([column]) => column), 'time', 'day', 'recovered']

/** A repeated id is ignored, except that the end of a call replaces the entry recovered from its start. */
const insertEntries = `
  INSERT INTO parley.ledger (${columns.join(', ')})
  SELECT ${fields.map(([, field]) => `"${field}"`).join(', ')},
    to_timestamp(time / 1000), (to_timestamp(time / 1000) AT TIME ZONE 'UTC')::date, coalesce(recovered, false)
  FROM json_to_recordset($1::json)
    AS entry(${fields.map(([, field, type]) => `"${field}" ${type}`).join(', ')}, time double precision, recovered boolean)
  ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  WHERE parley.ledger.recovered AND NOT excluded.recovered`

const sumsPerDay = (condition: string) => `
  SELECT day::text, model, key,
    count(*)::double precision AS requests,
    (count(*) FILTER (WHERE outcome = 'failed'))::double precision AS failed_requests,
    sum(input) AS input_tokens,
    sum(cached) AS cached_tokens,
    sum(output) AS output_tokens,
    sum(reasoning) AS reasoning_tokens,
    coalesce(sum(cost), 0) AS cost,
    count(first_ms)::double precision AS timed_requests,
    coalesce(sum(first_ms), 0) AS first_token_ms_sum,
    sum(total_ms) AS total_ms_sum
  FROM parley.ledger WHERE day BETWEEN $1 AND $2 ${condition}
  GROUP BY day, model, key`

const spentByKey = `
  SELECT coalesce(sum(cost) FILTER (WHERE day = $2::date), 0) AS day, coalesce(sum(cost), 0) AS month
  FROM parley.ledger
  WHERE key = $1 AND day >= date_trunc('month', $2::date) AND day < date_trunc('month', $2::date) + interval '1 month'`
