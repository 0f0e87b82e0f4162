import type { UsageColumn, UsageRow } from '#contract/usage.ts'
import type { ChatOutcome } from '#service/service-context.ts'

/** One call that reached an engine. Never contains keys or message text. Times are milliseconds. */
export interface LedgerEntry {
  /** Unique: the id of the reply. */
  id: string
  /** When the call ended, since the Unix epoch. */
  time: number
  /** The name of the key. */
  key: string
  /** The published id. */
  model: string
  engine: string
  outcome: ChatOutcome
  /** All input tokens, cached ones included. */
  input: number
  cached: number
  /** All output tokens, reasoning included. */
  output: number
  reasoning: number
  /** True if the engine didn't report usage, so that the tokens are an estimate. */
  estimated: boolean
  /** US dollars by the price of that moment; null if the price is unknown. */
  cost: number | null
  /** Null if the reply wasn't streamed or failed before its first chunk. */
  firstMs: number | null
  totalMs: number
}

/** What can be added up. */
interface Sums extends Omit<UsageRow, UsageColumn | 'first_token_ms' | 'total_ms'> {
  /** Calls with a time to the first token. */
  timed_requests: number
  /** Milliseconds of these calls together. */
  first_token_ms_sum: number
  /** Milliseconds of all calls together. */
  total_ms_sum: number
}

/** The sums of one day, model and key. */
export interface DailyUsage extends Sums, Record<UsageColumn, string> {}

/** US dollars that a key has spent on a UTC day, and in that day's month. */
export interface Spent {
  day: number
  month: number
}

/** What is known of a call when it begins. */
export type BegunCall = Pick<LedgerEntry, 'id' | 'time' | 'key' | 'model' | 'engine' | 'input' | 'cost'>

/** The entry of a call that its process couldn't end: the engine has read the input, and its reply is unknown. */
export function abortedEntry(call: BegunCall): LedgerEntry {
  const unknown = { cached: 0, output: 0, reasoning: 0, estimated: true, firstMs: null, totalMs: 0 }
  return { ...call, ...unknown, outcome: 'aborted' }
}

/** Keeps what every call used. */
export interface Ledger {
  /**
   * Announces a call that `record` will follow, with its estimated input, so that it isn't lost if the process is killed. Returns
   * at once and never throws. Omitted if the ledger doesn't need it.
   */
  begin?(call: BegunCall): void
  /** Keeps an entry. Returns at once and never throws; storage may follow later. */
  record(entry: LedgerEntry): void
  /** The sums per day, model and key, of the days `from` to `to` (YYYY-MM-DD in UTC, both included); of all keys, or of one. */
  daily(from: string, to: string, key?: string): Promise<readonly DailyUsage[]>
  /** What a key has spent on a day (YYYY-MM-DD in UTC) and in its month. */
  spentBy(key: string, day: string): Promise<Spent>
}

const dayMs = 24 * 60 * 60_000
/** Writing a date takes microseconds, and nearly every call is about today. */
let lastDay = { index: NaN, name: '' }

/** The UTC day of a time, as YYYY-MM-DD. */
export function dayOf(time: number): string {
  const index = Math.floor(time / dayMs)
  if (index !== lastDay.index) lastDay = { index, name: new Date(time).toISOString().slice(0, 10) }
  return lastDay.name
}

/** A ledger that lasts as long as the process: for hosts without a disk, and for tests. */
export function createMemoryLedger(): Ledger {
  const usage = new UsageSums()
  const daily: Ledger['daily'] = async (from, to, key) =>
    usage.rows().filter((row) => row.day >= from && row.day <= to && (key ?? row.key) === row.key)
  return {
    record: (entry) => usage.add(entry),
    daily,
    spentBy: (key, day) => sumSpent(daily, key, day),
  }
}

/** `Ledger.spentBy` by means of `Ledger.daily`. */
export async function sumSpent(daily: Ledger['daily'], key: string, day: string): Promise<Spent> {
  const month = day.slice(0, 7)
  const rows = await daily(`${month}-01`, `${month}-31`, key)
  const spent: Spent = { day: 0, month: 0 }
  for (const row of rows) {
    spent.month += row.cost
    if (row.day === day) spent.day += row.cost
  }
  return spent
}

/** Sums entries per day, model and key, so that memory grows with these and not with the number of calls. */
export class UsageSums {
  readonly #rows = new Map<string, DailyUsage>()

  add(entry: LedgerEntry): void {
    const { model, key, outcome, input, cached, output, reasoning, cost, firstMs, totalMs } = entry
    const day = dayOf(entry.time)
    const row = sumsIn(this.#rows, JSON.stringify([day, model, key]), { day, model, key })
    addTo(row, {
      requests: 1,
      failed_requests: outcome === 'failed' ? 1 : 0,
      input_tokens: input,
      cached_tokens: cached,
      output_tokens: output,
      reasoning_tokens: reasoning,
      cost: cost ?? 0,
      timed_requests: firstMs === null ? 0 : 1,
      first_token_ms_sum: firstMs ?? 0,
      total_ms_sum: totalMs,
    })
  }

  /** The rows themselves, which change with further entries: a hundred thousand copies would take 200 ms. */
  rows(): readonly DailyUsage[] {
    return [...this.#rows.values()]
  }
}

/** Sums rows further, by fewer columns. The groups are sorted by their columns. */
export function groupUsage(rows: readonly DailyUsage[], by: readonly UsageColumn[]): UsageRow[] {
  const groups = new Map<string, { first: DailyUsage; sums: Sums }>()
  for (const row of rows) {
    // Neither a name nor an id has a NUL, which sorts before all other characters.
    const name = by.map((column) => row[column]).join('\u0000')
    const group = groups.get(name)
    if (group) addTo(group.sums, row)
    else {
      const sums = { ...nothing }
      addTo(sums, row)
      groups.set(name, { first: row, sums })
    }
  }
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([, { first, sums }]) => ({
    ...(by.includes('day') && { day: first.day }),
    ...(by.includes('model') && { model: first.model }),
    ...(by.includes('key') && { key: first.key }),
    ...averagesOf(sums),
  }))
}

/** The sums of all rows. Averages of nothing are 0, or null where no call was streamed. */
export function totalUsage(rows: readonly DailyUsage[]): Omit<UsageRow, UsageColumn> {
  const total = { ...nothing }
  for (const row of rows) addTo(total, row)
  return averagesOf(total)
}

/** Replaces the sums of milliseconds by averages. */
function averagesOf(sums: Sums): Omit<UsageRow, UsageColumn> {
  return {
    requests: sums.requests,
    failed_requests: sums.failed_requests,
    input_tokens: sums.input_tokens,
    cached_tokens: sums.cached_tokens,
    output_tokens: sums.output_tokens,
    reasoning_tokens: sums.reasoning_tokens,
    // Sums of binary fractions: 0.1 + 0.2 must not become 0.30000000000000004.
    cost: Number(sums.cost.toFixed(12)),
    first_token_ms: sums.timed_requests === 0 ? null : Math.round(sums.first_token_ms_sum / sums.timed_requests),
    total_ms: Math.round(sums.total_ms_sum / Math.max(1, sums.requests)),
  }
}

const nothing: Sums = {
  requests: 0,
  failed_requests: 0,
  input_tokens: 0,
  cached_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cost: 0,
  timed_requests: 0,
  first_token_ms_sum: 0,
  total_ms_sum: 0,
}

function sumsIn<Columns extends object>(
  groups: Map<string, Columns & Sums>,
  group: string,
  columns: Columns,
): Columns & Sums {
  const known = groups.get(group)
  if (known) return known
  const created = { ...columns, ...nothing }
  groups.set(group, created)
  return created
}

function addTo(sums: Sums, more: Sums): void {
  sums.requests += more.requests
  sums.failed_requests += more.failed_requests
  sums.input_tokens += more.input_tokens
  sums.cached_tokens += more.cached_tokens
  sums.output_tokens += more.output_tokens
  sums.reasoning_tokens += more.reasoning_tokens
  sums.cost += more.cost
  sums.timed_requests += more.timed_requests
  sums.first_token_ms_sum += more.first_token_ms_sum
  sums.total_ms_sum += more.total_ms_sum
}
