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
  /** What isn't in the database yet, the oldest first. */
  const batches: EntryBatch[] = []
  /** The batch that new entries go to; none while all are being written. */
  let filling: EntryBatch | undefined
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let nextFlush: Promise<void> | undefined
  let isFailing = false
  /** Whether all entries that aren't in the database are in `batches`. */
  let isComplete = true
  let isClosed = false

  const countWaiting = () => batches.reduce((sum, { size }) => sum + size, 0)

  function keep(entry: string): void {
    if (countWaiting() >= maxWaiting) return leaveInJournal()
    if (!filling || filling.size === maxBatch) batches.push((filling = createEntryBatch()))
    filling.add(entry)
    schedule(batchMs)
  }

  function leaveInJournal(): void {
    if (isComplete)
      log.error({ waiting: countWaiting() }, 'too many usage entries are waiting; further ones stay in the journal')
    isComplete = false
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
      const due = [...batches]
      for (const batch of due) {
        if (batch === filling) filling = undefined
        await insert(batch.asArray())
        batches.shift()
        if (isFailing) log.info({}, 'usage is written again')
        isFailing = false
        if (isComplete && countWaiting() < maxCopied) await journal.compact(unwritten())
      }
      if (batches.length > 0) schedule(batchMs)
      if (isComplete) return
      // The old file also has entries of the new batches; written twice, they count once.
      isComplete = true
      journal.rotate()
      recover()
    } catch (reason) {
      if (!isFailing) log.error({ problem: problemOf(reason) }, 'usage can’t be written; trying again')
      isFailing = true
      filling = batches.at(-1)
      schedule(retryMs)
    }
  }

  function* unwritten(): Generator<string> {
    for (const batch of batches) yield* entriesOf(batch.asArray())
  }

  /**
   * Writes a JSON array of entries. Rejects only if the database can't answer: an entry that it refuses is dropped, so that it
   * can't block the others.
   */
  async function insert(array: Buffer): Promise<void> {
    try {
      await pool.query({ name: 'insert-ledger', text: insertEntries, values: [withoutUnstorable(array)] })
    } catch (reason) {
      if (!isAboutValues(reason)) throw reason
      const entries = entriesOf(array)
      if (entries.length === 1) log.error({ entry: entries[0], problem: problemOf(reason) }, 'an entry was refused')
      else for (const entry of entries) await insert(arrayOf([entry]))
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
        return await insert(arrayOf(entries.map((entry) => JSON.stringify(entry))))
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
      keep(journal.end(entry))
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
      await journal.close(batches.length === 0 && isComplete)
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

/** A JSON array of entries, as bytes. */
interface EntryBatch {
  readonly size: number
  add(entry: string): void
  asArray(): Buffer
}

/** JSON has no raw line breaks, so that an array can be split there. */
const separator = ',\n'

/**
 * Every garbage collection would copy strings that wait for the database, which takes longer than writing them; bytes live
 * outside V8's heap.
 */
function createEntryBatch(): EntryBatch {
  let bytes = Buffer.allocUnsafeSlow(16 * 1024)
  let length = 0
  let size = 0
  return {
    get size() {
      return size
    },
    add(entry) {
      const text = `${size === 0 ? '[' : separator}${entry}`
      // The most that UTF-8 takes, and the bracket at the end.
      const needed = length + 3 * text.length + 1
      if (needed > bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], 2 * needed)
      length += bytes.write(text, length)
      size += 1
    },
    asArray() {
      bytes[length] = ']'.codePointAt(0) ?? 0
      return bytes.subarray(0, length + 1)
    },
  }
}

function arrayOf(entries: readonly string[]): Buffer {
  return Buffer.from(`[${entries.join(separator)}]`)
}

/** The entries of an array, each as JSON. */
function entriesOf(array: Buffer): string[] {
  return array.toString().slice(1, -1).split(separator)
}

/** NUL or half a surrogate pair in JSON; also finds them where they are text, as in `\\u0000`. */
const unstorable = /\\u(?:0000|d[89a-f])/

function withoutUnstorable(array: Buffer): Buffer {
  if (!array.includes('\\u') || !unstorable.test(array.toString())) return array
  const storable = (_: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value)
  return arrayOf(entriesOf(array).map((entry) => JSON.stringify(JSON.parse(entry, storable))))
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
