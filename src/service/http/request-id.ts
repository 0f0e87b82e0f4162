import { randomId } from '#service/random-id.ts'

/** The id under which one exchange is found in logs and answers: the `x-request-id` that was given where it is sane. */
export function requestIdOf(given: string | null | undefined): string {
  return typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomId('req_')
}
