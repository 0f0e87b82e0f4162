const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en')

/** Milliseconds in each unit, from the largest; months and years on average. */
const units = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A day as `24 July 2026`, of `2026-07-24` or of milliseconds since 1970, in UTC; what is no day stays as it is. */
export function dayWords(of: string | number): string {
  const time = typeof of === 'number' ? of : Date.parse(of)
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? day.format(time) : String(of)
}

/** How long ago something was, in its largest whole unit: `2 minutes ago`, `1 year ago`; `just now` within a minute. */
export function agoWords(then: number, now: number): string {
  const age = now - then
  const unit = units.find(([, length]) => age >= length)
  return unit ? relative.format(-Math.floor(age / unit[1]), unit[0]) : 'just now'
}
