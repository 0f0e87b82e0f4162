import type { Pool } from 'pg'
import { type LoggedRequest, loggedRequest } from '#contract/requests.ts'
import { type StoredRequestLog, maxWaitingRequests } from '#server/state/file-requests.ts'
import type { Log } from '#service/service-context.ts'
import { isUnavailable, orUnavailable, problemOf, storableText } from './connection.ts'

const batchMs = 200
const retryMs = 1000
const batchSize = 100
/** Rows of one DELETE, which must end in time. */
const deletedAtOnce = 5000

const insertText = `INSERT INTO parley.requests (time, request_id, key, shown)
  SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::jsonb[])`

/** Keeps requests in a database. Those that wait for it are lost if the process ends, unlike ledger entries. */
export function createPostgresRequestLog(
  pool: Pool,
  keepsTexts: boolean,
  log: Log,
): StoredRequestLog & { close(): Promise<void> } {
  let waiting: LoggedRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let isReported = false
  let isClosed = false
  /** One at a time, so that the order of requests stays. */
  let working = Promise.resolve()

  function schedule(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => void flush(), ms)
    timer.unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    working = working.then(writeAll)
    return working
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      try {
        await write(batch)
        isReported = false
      } catch (reason) {
        if (!isReported) log.error({ problem: problemOf(reason) }, 'requests can’t be logged; trying again')
        isReported = true
        return schedule(retryMs)
      }
      waiting = waiting.slice(batch.length)
    }
  }

  async function write(batch: readonly LoggedRequest[]): Promise<void> {
    try {
      await insert(batch)
    } catch (reason) {
      if (isUnavailable(reason)) throw reason
      if (batch.length > 1) for (const request of batch) await write([request])
      else log.error({ problem: problemOf(reason) }, 'a request was refused by the store, and isn’t logged')
    }
  }

  async function insert(batch: readonly LoggedRequest[]): Promise<void> {
    const values = [
      batch.map(({ time }) => time),
      batch.map((request) => storableText(request.request_id)),
      batch.map(({ key }) => storableText(key)),
      batch.map(toJson),
    ]
    await pool.query({ name: 'insert-requests', text: insertText, values })
  }

  return {
    keepsTexts,
    record(request) {
      if (waiting.length >= maxWaitingRequests) return
      waiting.push(request)
      schedule(batchMs)
    },
    async find({ requestId, key, limit }) {
      await flush()
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
      const { rows } = await orUnavailable(pool.query<{ shown: unknown }>({ name, text, values }))
      return rows.flatMap(({ shown }) => loggedRequest.safeParse(shown).data ?? [])
    },
    flush,
    async deleteOlderThan(days) {
      const text = `DELETE FROM parley.requests WHERE position IN
        (SELECT position FROM parley.requests WHERE time < now() - $1 * interval '1 day' LIMIT ${deletedAtOnce})`
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

function toJson(request: LoggedRequest): string {
  return JSON.stringify(request, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
}
