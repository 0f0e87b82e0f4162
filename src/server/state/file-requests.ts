import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseJson } from '#contract/json.ts'
import { type LoggedRequest, loggedRequest } from '#contract/requests.ts'
import type { Log } from '#service/service-context.ts'
import { dayOf } from '#service/state/ledger.ts'
import type { RequestLog, RequestSearch } from '#service/state/request-log.ts'

/** A request log that is kept for some days. */
export interface StoredRequestLog extends RequestLog {
  /** Resolves when all requests so far are stored, or couldn't be. Never rejects. */
  flush(): Promise<void>
  /** Deletes requests of more than `days` days ago, with their texts. Never rejects. */
  deleteOlderThan(days: number): Promise<void>
}

/** Requests that wait for the disk or the database; more are dropped. */
export const maxWaitingRequests = 5000
/** The characters of these requests together, as JSON; more are dropped. */
export const maxWaitingCharacters = 32_000_000
const dayMs = 24 * 60 * 60_000

/** How long a request may wait to be written: a write takes longer than many requests. */
const writeMs = 100

/** Keeps requests in `folder`, as `YYYY-MM-DD.jsonl`. */
export function createFileRequestLog(folder: string, keepsTexts: boolean, log: Log): StoredRequestLog {
  /** As text: the parts of a request may keep all of a long message in memory. */
  let waiting: { day: string; line: string }[] = []
  /** Of those that are being written, too. */
  let requestsInMemory = 0
  let charactersInMemory = 0
  let isScheduled = false
  /** One write at a time. */
  let working = Promise.resolve()

  function flush(): Promise<void> {
    working = working.then(writeWaiting)
    return working
  }

  async function writeWaiting(): Promise<void> {
    // Not before, so that requests don't queue without bounds behind a write that hangs.
    isScheduled = false
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const day of new Set(batch.map((each) => each.day))) {
        const lines = batch.filter((each) => each.day === day).map(({ line }) => line)
        await appendFile(join(folder, `${day}.jsonl`), lines.join(''), { mode: 0o600 })
      }
    } catch (reason) {
      log.error({ folder, problem: problemOf(reason), requests: batch.length }, 'requests can’t be logged')
    }
    requestsInMemory -= batch.length
    charactersInMemory -= batch.reduce((sum, { line }) => sum + line.length, 0)
  }

  return {
    keepsTexts,
    record(request) {
      if (requestsInMemory >= maxWaitingRequests) return
      const line = `${JSON.stringify(request)}\n`
      if (charactersInMemory + line.length > maxWaitingCharacters) return
      requestsInMemory += 1
      charactersInMemory += line.length
      waiting.push({ day: request.time.slice(0, 10), line })
      if (isScheduled) return
      isScheduled = true
      setTimeout(() => void flush(), writeMs).unref()
    },
    async find(search) {
      await flush()
      const found: LoggedRequest[] = []
      for (const day of (await daysIn(folder)).toReversed()) {
        const limit = search.limit - found.length
        if (limit <= 0) break
        found.push(...(await findInFile(join(folder, `${day}.jsonl`), { ...search, limit })))
      }
      return found
    },
    flush,
    async deleteOlderThan(days) {
      const first = dayOf(Date.now() - days * dayMs)
      try {
        for (const day of await daysIn(folder)) if (day < first) await rm(join(folder, `${day}.jsonl`), { force: true })
      } catch (reason) {
        log.error({ folder, problem: problemOf(reason) }, 'old requests can’t be deleted')
      }
    },
  }
}

const deleteMs = 60 * 60_000

/** Deletes old requests now and every hour, also those of a log that is off by now. Returns how to stop. */
export function deleteOldRequests(requests: StoredRequestLog, days: number): () => void {
  const deleteOld = () => void requests.deleteOlderThan(days)
  deleteOld()
  const timer = setInterval(deleteOld, deleteMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The days that have a file, the oldest first. */
async function daysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((reason: unknown) => {
    if (isMissing(reason)) return []
    throw reason
  })
  return names.flatMap((name) => /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.slice(1) ?? []).toSorted()
}

/** The newest first. Lines that were cut off are skipped. */
async function findInFile(path: string, { requestId, key, limit }: RequestSearch): Promise<LoggedRequest[]> {
  // Parsing every line of a day would take seconds; most don't contain the words.
  const words = [requestId, key].flatMap((each) => (each === undefined ? [] : JSON.stringify(each)))
  const newest: LoggedRequest[] = []
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (!words.every((word) => line.includes(word))) continue
    const { data } = loggedRequest.safeParse(parseJson(line))
    if (!data || (requestId ?? data.request_id) !== data.request_id || (key ?? data.key) !== data.key) continue
    newest.push(data)
    if (newest.length > limit) newest.shift()
  }
  return newest.toReversed()
}

function isMissing(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ENOENT'
}

function problemOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
