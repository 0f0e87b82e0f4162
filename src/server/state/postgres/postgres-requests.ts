import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type LoggedRequest, loggedRequest } from '#contract/requests.ts'
import { type StoredRequestLog, maxWaitingCharacters } from '#server/state/file-requests.ts'
import type { Log } from '#service/service-context.ts'
import { isAboutValues, orUnavailable, problemOf, storableText } from './connection.ts'

const batchMs = 200
const retryMs = 1000
const batchSize = 100
/** Rows of one DELETE, which must end in time. */
const deletedAtOnce = 5000

/** Written once, also if the connection was lost before the database said that it was written. */
const insertText = `INSERT INTO parley.requests (id, time, request_id, key, shown)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::jsonb[])
  ON CONFLICT (id) DO NOTHING`

interface RequestLogOptions {
  /** For writing. */
  pool: Pool
  /** For reading, which may take long. */
  reports: Pool
  keepsTexts: boolean
  log: Log
}

/** A row: `shown` is JSON, since it is smaller than the request, whose texts it shortens. */
interface Row {
  id: string
  time: string
  requestId: string
  key: string
  shown: string
}

/** Keeps requests in a database. Those that wait for it are lost if the process ends, unlike ledger entries. */
export function createPostgresRequestLog({
  pool,
  reports,
  keepsTexts,
  log,
}: RequestLogOptions): StoredRequestLog & { close(): Promise<void> } {
  let waiting: Row[] = []
  let waitingCharacters = 0
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let isClosed = false
  /** One batch at a time, to keep requests in order. */
  let working = Promise.resolve()
  let nextFlush: Promise<void> | undefined

  function schedule(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => void flush(), ms)
    timer.unref()
  }

  /** Calls that wait share the next one. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    nextFlush ??= working.then(() => {
      nextFlush = undefined
      return writeAll()
    })
    return (working = nextFlush)
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      try {
        await write(batch)
        isFailing = false
      } catch (reason) {
        if (!isFailing) log.error({ problem: problemOf(reason) }, 'requests can’t be logged; trying again')
        isFailing = true
        return schedule(retryMs)
      }
      waiting = waiting.slice(batch.length)
      for (const { shown } of batch) waitingCharacters -= shown.length
    }
  }

  async function write(batch: readonly Row[]): Promise<void> {
    try {
      await insert(batch)
    } catch (reason) {
      if (!isAboutValues(reason)) throw reason
      if (batch.length > 1) for (const row of batch) await write([row])
      else log.error({ problem: problemOf(reason) }, 'a request was refused by the store, and isn’t logged')
    }
  }

  async function insert(batch: readonly Row[]): Promise<void> {
    const values = (['id', 'time', 'requestId', 'key', 'shown'] as const).map((name) => batch.map((row) => row[name]))
    await pool.query({ name: 'insert-requests', text: insertText, values })
  }

  return {
    keepsTexts,
    record(request) {
      if (waitingCharacters >= maxWaitingCharacters) return
      const row = toRow(request)
      waiting.push(row)
      waitingCharacters += row.shown.length
      schedule(batchMs)
    },
    async find({ requestId, key, limit }) {
      if (!isFailing) await flush()
      // A statement per combination, so that each can use its index.
      const conditions = [
        ...(requestId === undefined ? [] : [{ column: 'request_id', value: requestId }]),
        ...(key === undefined ? [] : [{ column: 'key', value: key }]),
      ]
      const where = conditions.map(({ column }, place) => `${column} = $${place + 2}`).join(' AND ')
      const text = `SELECT shown FROM parley.requests ${where && `WHERE ${where}`}
        ORDER BY time DESC, position DESC LIMIT $1`
      const name = `find-requests-by-${conditions.map(({ column }) => column).join('-')}`
      const values = [limit, ...conditions.map(({ value }) => storableText(value))]
      const { rows } = await orUnavailable(reports.query<{ shown: unknown }>({ name, text, values }))
      return rows.flatMap(({ shown }) => loggedRequest.safeParse(shown).data ?? [])
    },
    flush,
    async deleteOlderThan(days) {
      const text = `DELETE FROM parley.requests WHERE id IN
        (SELECT id FROM parley.requests WHERE time < now() - $1 * interval '1 day' LIMIT ${deletedAtOnce})`
      try {
        let deleted: number | null
        do deleted = (await pool.query({ name: 'delete-requests', text, values: [days] })).rowCount
        while (deleted === deletedAtOnce)
      } catch (reason) {
        log.error({ problem: problemOf(reason) }, 'old requests can’t be deleted')
      }
    },
    async close() {
      isClosed = true
      await flush()
    },
  }
}

function toRow(request: LoggedRequest): Row {
  const { time, request_id: requestId, key } = request
  const shown = JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'string' ? storableText(value) : value,
  )
  return { id: randomUUID(), time, requestId: storableText(requestId), key: storableText(key), shown }
}
