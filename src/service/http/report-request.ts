import type { ServiceParts } from '#service/service-parts.ts'

/** Stands in logs and counts for the status of an answer whose caller had gone; it is never sent. */
export const callerGone = 499

interface AnsweredRequest {
  requestId: string
  method: string
  /** The path without its query, which might hold anything. */
  path: string
  /** The pattern that matched, or `other`. */
  route: string
  status: number
  ms: number
}

/** Paths that are asked for every few seconds by machines; a line for each would bury the rest. */
const quiet: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Counts one request, and gives it its line in the log; a chat that was answered or left leaves one of its own. */
export function reportRequest({ meter, log }: ServiceParts, request: AnsweredRequest): void {
  const { requestId, method, path, route, status, ms } = request
  meter.requestAnswered(route, method, status)
  const hasOwnLine = route === '/v1/chat/completions' && (status === 200 || status === callerGone)
  if (hasOwnLine || quiet.includes(route)) return
  log.info({ requestId, method, path: path.slice(0, 200), status, ms }, 'request')
}
