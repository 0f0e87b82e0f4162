import type { StoredConversation } from '#app/data/history/rows.ts'

/** A line of the list. */
export type HistoryEntry = { kind: 'heading'; words: string } | { kind: 'conversation'; row: StoredConversation }

/** Groups conversations by the day of their last use, pinned ones first. `rows` must be sorted, latest first. */
export function groupByDay(rows: readonly StoredConversation[], now: Date): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  const add = (row: StoredConversation, words: string) => {
    const last = entries.findLast(({ kind }) => kind === 'heading')
    if (last?.kind !== 'heading' || last.words !== words) entries.push({ kind: 'heading', words })
    entries.push({ kind: 'conversation', row })
  }
  for (const row of rows) if (row.pinned) add(row, 'Pinned')
  for (const row of rows) if (!row.pinned) add(row, formatDay(new Date(row.updatedAt), now))
  return entries
}

/** `Today`, `Yesterday`, the weekday within a week, otherwise the date, with the year if it isn't this year. */
export function formatDay(day: Date, now: Date): string {
  const daysAgo = Math.round((startOfDay(now) - startOfDay(day)) / 86_400_000)
  if (daysAgo <= 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  if (daysAgo < 7) return day.toLocaleDateString('en-GB', { weekday: 'long' })
  const otherYear = day.getFullYear() !== now.getFullYear()
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(otherYear && { year: 'numeric' }) })
}

/** Local midnight. Days are rounded because some have 23 or 25 hours. */
function startOfDay(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}
