import { appendFileSync, createReadStream, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import type { Log } from '#service/service-context.ts'
import { type DailyUsage, type Ledger, type LedgerEntry, UsageSums, dayOf, sumSpent } from '#service/state/ledger.ts'

/** A ledger in files, one per UTC month. */
export interface FileLedger extends Ledger {
  /** Resolves when all entries so far are in their files, or couldn't be written. */
  flush(): Promise<void>
}

const count = z.number().min(0)
export const ledgerLine = z.object({
  id: z.string(),
  time: z.number(),
  key: z.string(),
  model: z.string(),
  engine: z.string(),
  outcome: z.enum(['finished', 'failed', 'aborted']),
  input: count,
  cached: count,
  output: count,
  reasoning: count,
  estimated: z.boolean(),
  cost: count.nullable(),
  firstMs: z.number().nullable(),
  totalMs: z.number(),
}) satisfies z.ZodType<LedgerEntry>

/** Entries that wait for a disk that can't be written; the oldest are dropped first. */
const maxWaiting = 100_000
const retryMs = 1000
/** Entries are written together after this time. */
const batchMs = 10

/**
 * Keeps the ledger in `folder`, as `YYYY-MM.jsonl`. Entries are appended in one write every few milliseconds. Sums of the months
 * that were asked for stay in memory. For one process: others that write to the same folder are seen after a restart.
 */
export function createFileLedger(folder: string, log: Log): FileLedger {
  let waiting: LedgerEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  /** Whether a month is being read; writes wait until then. */
  let isReading = false
  /** One question at a time, so that no month is read twice. */
  let working: Promise<unknown> = Promise.resolve()
  const sums = new Map<string, UsageSums>()
  /** The files that end with a whole line, as far as this process knows. */
  const whole = new Set<string>()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = working.then(work)
    working = done.catch(() => undefined)
    return done
  }

  function schedule(): void {
    timer ??= setTimeout(writeWaiting, batchMs)
  }

  function writeWaiting(): void {
    clearTimeout(timer)
    timer = undefined
    if (isReading) return
    const batch = waiting
    waiting = []
    let problem: string | undefined
    for (const month of new Set(batch.map(monthOf))) {
      const entries = batch.filter((entry) => monthOf(entry) === month)
      try {
        append(month, entries)
      } catch (reason) {
        problem = reason instanceof Error ? reason.message : String(reason)
        waiting = [...waiting, ...entries].slice(-maxWaiting)
      }
    }
    if (problem !== undefined) {
      if (!isFailing) log.error({ folder, problem, entries: waiting.length }, 'usage can’t be written; trying again')
      timer = setTimeout(writeWaiting, retryMs).unref()
    } else if (isFailing) log.info({ folder }, 'usage is written again')
    isFailing = problem !== undefined
  }

  /** Synchronous, which takes microseconds: `appendFile` of node:fs/promises uses many times the processor time. */
  function append(month: string, entries: readonly LedgerEntry[]): void {
    // A line break first, since the last line may be torn.
    const start = whole.has(month) ? '' : '\n'
    if (!whole.delete(month)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    appendFileSync(fileOf(month), start + text, { mode: 0o600 })
    whole.add(month)
  }

  const fileOf = (month: string) => join(folder, `${month}.jsonl`)

  /** The sums of a month, which from then on follow every entry. */
  async function sumsOf(month: string): Promise<UsageSums> {
    const known = sums.get(month)
    if (known) return known
    isReading = true
    const { read, skipped } = await readMonth(fileOf(month), new Set(waiting.map(({ id }) => id))).finally(() => {
      isReading = false
      schedule()
    })
    if (skipped > 0) log.warn({ folder, month, lines: skipped }, 'incomplete lines in the ledger were ignored')
    for (const entry of waiting) if (monthOf(entry) === month) read.add(entry)
    sums.set(month, read)
    return read
  }

  async function daily(from: string, to: string, key?: string): Promise<DailyUsage[]> {
    return inTurn(async () => {
      writeWaiting()
      const stored = await monthsIn(folder)
      const months = new Set([...stored, ...sums.keys(), ...waiting.map(monthOf)])
      const rows = []
      for (const month of months) {
        if (month < from.slice(0, 7) || month > to.slice(0, 7)) continue
        // One by one: there may be more than a call takes as arguments.
        for (const row of (await sumsOf(month)).rows()) {
          if (row.day >= from && row.day <= to && (key ?? row.key) === row.key) rows.push(row)
        }
      }
      return rows
    })
  }

  return {
    record(entry) {
      waiting.push(entry)
      sums.get(monthOf(entry))?.add(entry)
      schedule()
    },
    daily,
    spentBy: (key, day) => sumSpent(daily, key, day),
    flush: () => inTurn(async () => writeWaiting()),
  }
}

function monthOf({ time }: LedgerEntry): string {
  return dayOf(time).slice(0, 7)
}

/** The months that have a file. */
async function monthsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((reason: unknown) => {
    if (isMissing(reason)) return []
    throw reason
  })
  return names.flatMap((name) => /^(\d{4}-\d\d)\.jsonl$/.exec(name)?.slice(1) ?? [])
}

/**
 * Sums a file without the entries of `waiting`, some of which a write that failed may have written. Counts each id once,
 * because such a write is repeated, soon after. Torn lines are skipped.
 */
async function readMonth(path: string, waiting: ReadonlySet<string>): Promise<{ read: UsageSums; skipped: number }> {
  const read = new UsageSums()
  let ids = new Set<string>()
  let earlierIds = ids
  let skipped = 0
  try {
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      if (text === '') continue
      const { data } = ledgerLine.safeParse(parseJson(text))
      if (!data) skipped += 1
      else if (!waiting.has(data.id) && !ids.has(data.id) && !earlierIds.has(data.id)) {
        ids.add(data.id)
        read.add(data)
        // The ids of a whole month could take all memory.
        if (ids.size > maxWaiting) [earlierIds, ids] = [ids, new Set()]
      }
    }
  } catch (reason) {
    if (!isMissing(reason)) throw reason
  }
  return { read, skipped }
}

function isMissing(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ENOENT'
}
