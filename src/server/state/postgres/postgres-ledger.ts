import type { Pool } from 'pg'
import type { Log } from '#service/service-context.ts'
import { type DailyUsage, type Ledger, dayOf } from '#service/state/ledger.ts'
import { isUnavailable, orUnavailable, problemOf } from './connection.ts'
import { type RecoveredEntry, openJournal } from './journal.ts'

/** A ledger in a database. */
export interface PostgresLedger extends Ledger {
  /** Resolves when all entries so far are in the database, or couldn't be written. */
  flush(): Promise<void>
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

/** Entries are written together after this time. */
const batchMs = 200
const retryMs = 1000
const maxBatch = 1000
/** More entries are only in the journal, and read from there by a later process. */
const maxWaiting = 100_000
/** How often journals of ended processes are looked for. */
const takeOverMs = 5000

/**
 * Keeps the ledger in a database. Entries first go to the journal in `journalFolder`, and then to the database in batches, so that
 * neither a crash nor an absent database loses or doubles one.
 */
export function createPostgresLedger(pool: Pool, journalFolder: string, log: Log): PostgresLedger {
  const journal = openJournal(journalFolder, log)
  const waiting = new Map<string, RecoveredEntry>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isFailing = false
  let isComplete = true

  function keep(entry: RecoveredEntry): void {
    if (waiting.size >= maxWaiting && !waiting.has(entry.id)) {
      if (isComplete) log.error({ waiting: waiting.size }, 'too much usage waits; the rest stays in the journal')
      isComplete = false
      return
    }
    waiting.set(entry.id, entry)
    schedule(batchMs)
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (working = working.then(writeWaiting))
  }

  async function writeWaiting(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const batch = [...waiting.values()].slice(0, maxBatch)
        await insert(batch)
        // An entry that has changed meanwhile must be written again.
        for (const entry of batch) if (waiting.get(entry.id) === entry) waiting.delete(entry.id)
      }
      if (isFailing) log.info({}, 'usage is written again')
      isFailing = false
      if (isComplete) await journal.allWritten()
    } catch (reason) {
      if (!isFailing)
        log.error({ problem: problemOf(reason), entries: waiting.size }, 'usage can’t be written; trying again')
      isFailing = true
      schedule(retryMs)
    }
  }

  /** Rejects only if the database can't answer: an entry that it refuses is dropped, so that it can't block the others. */
  async function insert(entries: readonly RecoveredEntry[]): Promise<void> {
    try {
      await pool.query({ name: 'insert-ledger', text: insertEntries, values: columnsOf(entries) })
    } catch (reason) {
      if (isUnavailable(reason)) throw reason
      const [only, ...more] = entries
      if (only && more.length === 0) log.error({ id: only.id, problem: problemOf(reason) }, 'an entry was refused')
      else for (const entry of entries) await insert([entry])
    }
  }

  async function takeOver(): Promise<void> {
    for (const { entries, done } of await journal.takeOver()) {
      for (let start = 0; start < entries.length; start += maxBatch) {
        const batch = entries.slice(start, start + maxBatch)
        // Until the database answers; the file stays until then.
        while (
          !(await insert(batch).then(
            () => true,
            () => false,
          ))
        )
          await wait(retryMs)
      }
      await done()
    }
  }

  let takingOver: Promise<void> = Promise.resolve()
  const look = () => {
    takingOver = takingOver.then(takeOver).catch((reason: unknown) => {
      log.error({ problem: problemOf(reason) }, 'a journal can’t be taken over')
    })
  }
  look()
  const lookout = setInterval(look, takeOverMs)
  lookout.unref()

  return {
    begin: (call) => journal.begin(call),
    record(entry) {
      journal.end(entry)
      keep({ ...entry, recovered: false })
    },
    async daily(from, to) {
      await flush()
      const { rows } = await orUnavailable(
        pool.query<DailyUsage>({ name: 'daily-usage', text: sumsPerDay, values: [from, to] }),
      )
      return rows
    },
    async spentBy(key, day) {
      await flush()
      const values = [clean(key), day]
      const { rows } = await orUnavailable(
        pool.query<{ day: number; month: number }>({ name: 'spent-by', text: spentByKey, values }),
      )
      return rows[0] ?? { day: 0, month: 0 }
    },
    flush,
    async close() {
      clearInterval(lookout)
      await flush()
      clearTimeout(timer)
      await journal.close(waiting.size === 0 && isComplete)
    },
  }
}

const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms).unref())

/** The columns with their types and values, in the order of the statement. */
const columns: readonly [name: string, type: string, valueOf: (entry: RecoveredEntry) => unknown][] = [
  ['id', 'text', ({ id }) => clean(id)],
  ['time', 'timestamptz', ({ time }) => new Date(time).toISOString()],
  ['day', 'date', ({ time }) => dayOf(time)],
  ['key', 'text', ({ key }) => clean(key)],
  ['model', 'text', ({ model }) => clean(model)],
  ['engine', 'text', ({ engine }) => clean(engine)],
  ['outcome', 'text', ({ outcome }) => outcome],
  ['input', 'double precision', ({ input }) => input],
  ['cached', 'double precision', ({ cached }) => cached],
  ['output', 'double precision', ({ output }) => output],
  ['reasoning', 'double precision', ({ reasoning }) => reasoning],
  ['estimated', 'boolean', ({ estimated }) => estimated],
  ['cost', 'double precision', ({ cost }) => cost],
  ['first_ms', 'double precision', ({ firstMs }) => firstMs],
  ['total_ms', 'double precision', ({ totalMs }) => totalMs],
  ['recovered', 'boolean', ({ recovered }) => recovered],
]

function columnsOf(entries: readonly RecoveredEntry[]): unknown[][] {
  return columns.map(([, , valueOf]) => entries.map(valueOf))
}

/** Postgres stores every character but this one. */
function clean(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

const names = columns.map(([name]) => name).join(', ')

/** An entry is written once, but the end of a call replaces what was recovered of its beginning. */
const insertEntries = `
  INSERT INTO parley.ledger (${names})
  SELECT * FROM unnest(${columns.map(([, type], place) => `$${place + 1}::${type}[]`).join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${columns.map(([name]) => `${name} = excluded.${name}`).join(', ')}
  WHERE parley.ledger.recovered AND NOT excluded.recovered`

const sumsPerDay = `
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
  FROM parley.ledger WHERE day BETWEEN $1 AND $2
  GROUP BY day, model, key`

const spentByKey = `
  SELECT coalesce(sum(cost) FILTER (WHERE day = $2::date), 0) AS day, coalesce(sum(cost), 0) AS month
  FROM parley.ledger
  WHERE key = $1 AND day >= date_trunc('month', $2::date) AND day < date_trunc('month', $2::date) + interval '1 month'`
