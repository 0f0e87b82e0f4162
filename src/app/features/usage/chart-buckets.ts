import { dayWords, isoDay } from '#app/models/dates.ts'
import type { UsageRow } from '#contract/usage.ts'
import type { ChartFigure } from './usage-view.ts'

/** One bar. */
export interface Bucket {
  /** The day, or the first day of the month, as YYYY-MM-DD. */
  start: string
  /** `12 November 2026`, or `November 2026`. */
  label: string
  value: number
}

/** Above so many days, a bar is a month. */
const maxDays = 92
const dayMs = 86_400_000

const valueOf: Record<ChartFigure, (row: UsageRow) => number> = {
  cost: ({ cost }) => cost,
  tokens: ({ input_tokens: input, output_tokens: output }) => input + output,
  requests: ({ requests }) => requests,
}

/** Whether the bars of a period are months. */
export function isByMonth(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) >= maxDays * dayMs
}

/**
 * The bars of a period, also of days without usage, from rows by day. Months begin with the first one that has usage, or a
 * mistyped year would show thousands.
 */
export function bucketsOf(rows: readonly UsageRow[], from: string, to: string, figure: ChartFigure): Bucket[] {
  const values = new Map<string, number>()
  const byMonth = isByMonth(from, to)
  for (const row of rows) {
    const { day = '' } = row
    const start = byMonth ? `${day.slice(0, 7)}-01` : day
    values.set(start, (values.get(start) ?? 0) + valueOf[figure](row))
  }
  const buckets: Bucket[] = []
  const [firstUsed = from] = [...values.keys()].toSorted()
  let start = byMonth ? firstUsed : from
  while (start <= to) {
    const words = dayWords(start)
    buckets.push({ start, label: byMonth ? words.replace(/^1 /u, '') : words, value: values.get(start) ?? 0 })
    // The first of a month is at most 31 days before the next one.
    const next = isoDay(Date.parse(start) + (byMonth ? 31 : 1) * dayMs)
    start = byMonth ? `${next.slice(0, 7)}-01` : next
  }
  return buckets
}

/** The end of an axis: the least of 1, 2, 4, 6, 8 or 10 times a power of ten that isn't below the value. */
export function axisEnd(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * unit >= value) ?? 10
  return Number((step * unit).toPrecision(12))
}
