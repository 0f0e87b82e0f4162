import { expect, test } from 'vitest'
import type { StoredConversation } from '#app/data/history/rows.ts'
import { formatDay, groupByDay } from './history-days.ts'

const now = new Date(2026, 10, 21, 0, 30)

test.each([
  [new Date(2026, 10, 21, 0, 1), 'Today'],
  [new Date(2026, 10, 22), 'Today'],
  [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 19), 'Thursday'],
  [new Date(2026, 10, 15), 'Sunday'],
  [new Date(2026, 10, 14), '14 November'],
  [new Date(2025, 10, 21), '21 November 2025'],
])('%s is %s', (day, words) => expect(formatDay(day, now)).toBe(words))

test('lists pinned conversations before all days, and names each day once', () => {
  const row = (id: string, day: number, pinned = false) =>
    ({ id, pinned, updatedAt: new Date(2026, 10, day).getTime() }) as StoredConversation
  const entries = groupByDay([row('a', 21), row('b', 21), row('c', 20, true), row('d', 20)], now)
  expect(entries.map((entry) => (entry.kind === 'heading' ? entry.words : entry.row.id))).toEqual([
    'Pinned',
    'c',
    'Today',
    'a',
    'b',
    'Yesterday',
    'd',
  ])
})
