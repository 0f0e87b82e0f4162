/**
 * When a service wants to be asked again at the earliest, in milliseconds since the epoch; undefined where it does not
 * say. RFC 9110, 10.2.3, in seconds or as a date; and `retry-after-ms`, which several services send beside it.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && /^\d+(?:\.\d+)?$/u.test(exact)) return now + Number(exact)
  const said = headers.get('retry-after')
  if (said === null) return undefined
  if (/^\d+$/u.test(said)) return now + Number(said) * 1_000
  const date = Date.parse(said)
  return Number.isNaN(date) ? undefined : Math.max(now, date)
}
