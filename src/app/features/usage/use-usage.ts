import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connection } from '#app/data/connections/connection.ts'
import { usageQuery } from '#app/data/usage/usage-query.ts'
import { isoDay } from '#app/models/dates.ts'
import { type UsageView, columnsOf } from './usage-view.ts'

/** How often the open page looks for new usage; after a failure, which may be a rate limit, it takes its time. */
const refreshMs = 5_000
const refreshAfterFailureMs = 30_000
/** A table of more rows is read again at most once in `largeTableMs`. */
const largeTable = 5_000
const largeTableMs = 60_000

/**
 * The usage of a period by day, which has the totals and budgets, and by the columns of the view. Both follow new usage: the
 * small report by day is read every few seconds, the other one only when that has changed.
 */
export function useUsage(view: UsageView) {
  const { key, revision } = useStore(connection)
  const { from, to } = view
  const hasKey = key !== null
  const enabled = from <= to && hasKey
  const days = useQuery({
    ...usageQuery({ by: ['day'], from, to }, revision),
    enabled,
    refetchInterval: ({ state }) => (state.status === 'error' ? refreshAfterFailureMs : refreshMs),
    // Figures and chart keep their place while another period is read, but never show another key's usage.
    placeholderData: (before, query) => (query?.queryKey[1].revision === revision ? before : undefined),
  })
  const by = columnsOf(view)
  const table = useQuery({
    ...usageQuery({ by, from, to }, revision),
    enabled,
    placeholderData: (before, query) =>
      query?.queryKey[1].revision === revision && query.queryKey[1].by === by.join(',') ? before : undefined,
  })
  const { data: shown, refetch } = table
  const readAt = Math.max(table.dataUpdatedAt, table.errorUpdatedAt)
  const pause = (shown?.data.length ?? 0) <= largeTable ? 0 : largeTableMs
  const isBehind =
    !days.isPlaceholderData &&
    !table.isFetching &&
    shown !== undefined &&
    shown.total.requests !== days.data?.total.requests &&
    days.dataUpdatedAt > readAt + pause
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch])
  return { days, table, hasKey }
}

/** How often the page notices that a day has begun. */
const dayCheckMs = 30_000

/** The current day in UTC as YYYY-MM-DD, also in a page that stays open over night. */
export function useToday(): string {
  const [today, setToday] = useState(() => isoDay(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setToday(isoDay(Date.now())), dayCheckMs)
    return () => clearInterval(timer)
  }, [])
  return today
}
