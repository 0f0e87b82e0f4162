import { randomId } from '#service/random-id.ts'

/** The id under which one exchange is found in logs and answers: the caller's own `x-request-id` where it is sane. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomId('req_')
}
