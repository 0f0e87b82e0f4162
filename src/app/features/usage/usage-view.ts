import { isoDay } from '#app/models/dates.ts'
import type { UsageColumn } from '#contract/usage.ts'
import { type ColumnName, columnNames } from './usage-columns.ts'

/** The query of the page's URL as it was given; `readView` reads it. */
export interface UsageSearch {
  by?: unknown
  period?: unknown
  from?: unknown
  to?: unknown
  sort?: unknown
  chart?: unknown
}

/** What rows can be grouped by: the value in the URL, and its label. */
export const groupings = {
  day: 'Day',
  model: 'Model',
  key: 'Key',
  'day,model': 'Day and model',
  'day,key': 'Day and key',
  'model,key': 'Model and key',
  'day,model,key': 'Day, model and key',
} as const
type Grouping = keyof typeof groupings

export const periods = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  custom: 'Custom',
} as const
export type Period = keyof typeof periods

/** What the chart shows. */
export const chartFigures = { cost: 'Cost', tokens: 'Tokens', requests: 'Requests' } as const
export type ChartFigure = keyof typeof chartFigures

export interface Sort {
  column: ColumnName
  descending: boolean
}

/** What the page shows. */
export interface UsageView {
  by: Grouping
  period: Period
  /** YYYY-MM-DD in UTC, both included. */
  from: string
  to: string
  /** Null is the order that suits the grouping. */
  sort: Sort | null
  /** Null is cost, or tokens if nothing had a cost. */
  chart: ChartFigure | null
}

const dayMs = 86_400_000

/** The view of a URL, and the parts of the URL that were invalid and are ignored. `today` is YYYY-MM-DD. */
export function readView(search: UsageSearch, today: string): { view: UsageView; ignored: string[] } {
  const ignored: string[] = []
  const read = <Value>(name: keyof UsageSearch, valueOf: (text: string) => Value | undefined): Value | undefined => {
    const given = search[name]
    if (given === undefined) return undefined
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    const value = valueOf(text)
    if (value === undefined) ignored.push(`${name}=${text}`)
    return value
  }
  const period = read('period', (text) => keyIn(periods, text)) ?? '30d'
  const usual = daysOf(period, today)
  const from = read('from', calendarDay) ?? usual.from
  const to = read('to', calendarDay) ?? usual.to
  const view: UsageView = {
    by: read('by', (text) => keyIn(groupings, text)) ?? 'day',
    period,
    ...(period === 'custom' ? { from, to } : usual),
    sort: read('sort', readSort) ?? null,
    chart: read('chart', (text) => keyIn(chartFigures, text)) ?? null,
  }
  return { view, ignored }
}

/** The URL of a view, without what is the default. */
export function writeView({ by, period, from, to, sort, chart }: UsageView): UsageSearch {
  return {
    ...(by !== 'day' && { by }),
    ...(period !== '30d' && { period }),
    ...(period === 'custom' && { from, to }),
    ...(sort && { sort: `${sort.descending ? '-' : ''}${sort.column}` }),
    ...(chart && { chart }),
  }
}

/** The columns that a view is grouped by. */
export function columnsOf({ by }: UsageView): UsageColumn[] {
  const parts = by.split(',')
  return (['day', 'model', 'key'] as const).filter((column) => parts.includes(column))
}

/** The days of a period, in UTC as in the ledger. A custom one starts as the last 30 days. */
function daysOf(period: Period, today: string): { from: string; to: string } {
  const to = today
  const since = (days: number) => isoDay(Date.parse(today) - (days - 1) * dayMs)
  switch (period) {
    case 'today':
      return { from: today, to }
    case '7d':
      return { from: since(7), to }
    case 'month':
      return { from: `${to.slice(0, 7)}-01`, to }
    case 'last-month': {
      const last = isoDay(Date.parse(`${to.slice(0, 7)}-01`) - dayMs)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case '30d':
    case 'custom':
      return { from: since(30), to }
  }
}

/** A day that exists in the calendar. */
export function calendarDay(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN
  // 30 February is read as 1 or 2 March.
  return !Number.isNaN(time) && isoDay(time) === text ? text : undefined
}

function readSort(text: string): Sort | undefined {
  const name = text.replace(/^-/u, '')
  const column = columnNames.find((each) => each === name)
  return column && { column, descending: text.startsWith('-') }
}

function keyIn<Table extends object>(table: Table, text: string): (keyof Table & string) | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of its own keys
  return Object.hasOwn(table, text) ? (text as keyof Table & string) : undefined
}
