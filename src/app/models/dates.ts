import { formatCount } from '#app/ui/format.ts'
import type { Model } from '#contract/model.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Milliseconds in each unit, from the largest; months and years on average. */
const units = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `24 July 2026` for `2026-07-24` or milliseconds since 1970, in UTC; an invalid date is returned as it is. */
export function dayWords(of: string | number): string {
  const time = typeof of === 'number' ? of : Date.parse(of)
  const date = new Date(time)
  const month = months[date.getUTCMonth()]
  return month === undefined ? String(of) : `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`
}

/** A knowledge cutoff as precise as it is known: `2024`, `June 2024`, `1 June 2024`; anything else is returned as it is. */
export function cutoffWords(cutoff: string): string {
  const [, year, month = '', day] = /^(\d{4})-(\d{2})(-\d{2})?$/u.exec(cutoff) ?? []
  const name = months[Number(month) - 1]
  if (year === undefined || name === undefined) return cutoff
  return day === undefined ? `${name} ${year}` : dayWords(cutoff)
}

/**
 * Local time as `24 July 2026, 14:05:09`, from milliseconds since 1970. Without `Intl`, whose first use takes a browser
 * 16 ms.
 */
export function momentWords(time: number): string {
  const at = new Date(time)
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map((each) => String(each).padStart(2, '0'))
  return `${dayWords(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))}, ${clock.join(':')}`
}

/** `2026-07-24` for milliseconds since 1970, in UTC. Throws a `RangeError` for an invalid date. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().replace(/T.*/u, '')
}

/** The age of a date without a time: `today`, `1 day ago`, `4 months ago`. */
export function daysAgoWords(day: number, now: number): string {
  return now - day < 86_400_000 ? 'today' : agoWords(day, now)
}

/** An age in its largest whole unit: `2 minutes ago`, `1 year ago`; `just now` within a minute. */
export function agoWords(then: number, now: number): string {
  const age = now - then
  const unit = units.find(([, length]) => age >= length)
  if (!unit) return 'just now'
  const [name, length] = unit
  const count = Math.floor(age / length)
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'} ago`
}

/** The latest valid date, in milliseconds since 1970 (ECMA-262, time values). */
const lastMoment = 8.64e15

/** When a model was released, in milliseconds since 1970; undefined if missing or invalid. */
export function releasedAt({ created }: Pick<Model, 'created'>): number | undefined {
  const time = created * 1000
  return time > 0 && time <= lastMoment ? time : undefined
}
