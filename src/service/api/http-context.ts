import { randomId } from '#service/random-id.ts'
import type { Log, ServiceContext } from '#service/service-context.ts'
import { ServiceError, refuse } from '#service/service-error.ts'
import type { HttpResponse } from './responses.ts'

/** Where the frames of one streamed answer go. */
export interface StreamWriter {
  /** Sends whole frames. A promise means that the caller reads slowly: send no more until it resolves. Never throws. */
  write(frames: string): Promise<void> | undefined
  /** Says that the answer is over. */
  end(): void
}

/** A header by its lower-case name; undefined or null where it was not sent. */
export type GetHeader = (name: string) => string | null | undefined

/**
 * One request and its answer, as the host has them. What answers sees nothing else of the host, so that where there is
 * something faster than the web's requests, responses and streams, none of them need be made.
 */
export interface HttpContext {
  readonly method: string
  /** As it was sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly header: GetHeader
  /** Every header, lower-case. */
  headers(): Iterable<readonly [string, string]>
  /**
   * The body as text. Rejects with what `tooLarge` makes as soon as it exceeds `maxBytes`, whether its length was announced
   * or not, and with anything when the caller goes before it is whole.
   */
  readText(maxBytes: number, tooLarge: () => Error): Promise<string>
  /** Whether the caller went before the answer was over. */
  readonly isClosed: boolean
  /** `leave` is called when the caller goes before the answer is over; at once when it already has. To be set once. */
  onClose(leave: () => void): void
  /** Gives the whole answer; a caller who has gone gets nothing of it. */
  respond(response: HttpResponse): void
  /** Begins a streamed answer with status 200; what is written to the sink follows. */
  stream(headers: Readonly<Record<string, string>>): StreamWriter
}

/** The id under which one exchange is found in logs and answers: the `x-request-id` that was given where it is sane. */
export function requestIdOf(given: string | null | undefined): string {
  return typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomId('req_')
}

/** What a thrown value means to the caller: a refusal as it is; anything else is a defect of ours, logged and not told. */
export function reportDefect(log: Log, requestId: string, reason: unknown): ServiceError {
  if (reason instanceof ServiceError) return reason
  const defect = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
  log.error({ requestId, defect }, 'internal error')
  return refuse('internal_error', 'The service failed, and it is our fault. Try again; the log tells more.')
}

/** Stands in logs and counts for the status of an answer whose caller had gone; it is never sent. */
export const clientClosedRequest = 499

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
export function reportRequest({ meter, log }: ServiceContext, request: AnsweredRequest): void {
  const { requestId, method, path, route, status, ms } = request
  meter.requestAnswered(route, method, status)
  const hasOwnLine = route === '/v1/chat/completions' && (status === 200 || status === clientClosedRequest)
  if (hasOwnLine || quiet.includes(route)) return
  log.info({ requestId, method, path: path.slice(0, 200), status, ms }, 'request')
}
