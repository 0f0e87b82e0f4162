import type { StoredConversation } from '#app/data/history/rows.ts'

/** A line of the list: a heading, or a conversation below it. */
export type HistoryEntry = { kind: 'heading'; words: string } | { kind: 'conversation'; row: StoredConversation }

/** Conversations under the days on which they were last used, the pinned ones before all. `rows` are latest first. */
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

/** `Today`, `Yesterday`, the weekday within a week, then the date, with the year where it is another. */
export function formatDay(day: Date, now: Date): string {
  const ago = Math.round((startOf(now) - startOf(day)) / 86_400_000)
  if (ago <= 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  if (ago < 7) return day.toLocaleDateString('en-GB', { weekday: 'long' })
  const otherYear = day.getFullYear() !== now.getFullYear()
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(otherYear && { year: 'numeric' }) })
}

/** Midnight before it, where it is read; a day of 23 or 25 hours is why days are rounded. */
function startOf(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}
