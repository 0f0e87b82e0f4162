import { randomId } from '#service/random-id.ts'
import type { Log, ServiceContext } from '#service/service-context.ts'
import { ServiceError, refuse } from '#service/service-error.ts'
import type { HttpResponse } from './responses.ts'

/** Writes the frames of one streamed response. */
export interface StreamWriter {
  /** Sends complete frames. If it returns a promise, the caller reads slowly: wait for it before writing more. Never throws. */
  write(frames: string): Promise<void> | undefined
  end(): void
}

/** Writes the bytes of one streamed response. */
export interface ByteWriter {
  /** If it returns a promise, the caller reads slowly: wait for it before writing more. Never throws. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined
  end(): void
  /** Breaks the connection, so that the caller can't take the part that was sent for the whole. */
  abort(): void
}

/** Returns a header by its lower-case name; undefined or null if it wasn't sent. */
export type GetHeader = (name: string) => string | null | undefined

/** Host-neutral request and response, so that Node can skip Fetch objects. */
export interface HttpContext {
  readonly method: string
  /** Not decoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly header: GetHeader
  /** All headers, with lower-case names. */
  headers(): Iterable<readonly [string, string]>
  /** Reads the body. Rejects with `tooLarge()` as soon as it exceeds `maxBytes`, and if the caller disconnects. */
  readText(maxBytes: number, tooLarge: () => Error): Promise<string>
  /**
   * Reads the body as it arrives, no faster than it is taken. Fails like `readText`. What is left when it is ended early is
   * discarded.
   */
  readBytes(maxBytes: number, tooLarge: () => Error): AsyncIterable<Uint8Array>
  /** Whether the caller disconnected before the response ended. */
  readonly isClosed: boolean
  /** Calls the listener if the caller disconnects before the response ends, or already has. Only one listener. */
  onClose(listener: () => void): void
  /** Sends a complete response; does nothing if the caller has disconnected. */
  respond(response: HttpResponse): void
  /** Starts a streamed response with status 200. */
  stream(headers: Readonly<Record<string, string>>): StreamWriter
  /** Starts a streamed response of bytes with status 200. */
  streamBytes(headers: Readonly<Record<string, string>>): ByteWriter
}

/** The request id for logs and responses: the caller's `x-request-id` if it is safe to log, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomId('req_')
}

/** Returns a `ServiceError` unchanged. Logs anything else as a defect, whose details the caller must not see. */
export function reportDefect(log: Log, requestId: string, reason: unknown): ServiceError {
  if (reason instanceof ServiceError) return reason
  const defect = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
  log.error({ requestId, defect }, 'internal error')
  return refuse('internal_error', 'The service failed because of an internal error. Try again, or check its log.')
}

/** Logged instead of the status if the caller had disconnected (as nginx does). Never sent. */
export const clientClosedRequest = 499

interface RequestReport {
  requestId: string
  method: string
  /** Without the query, which may contain secrets. */
  path: string
  /** The pattern that matched, or `other`. */
  route: string
  status: number
  ms: number
}

/** Polled every few seconds by monitoring; logging them would bury everything else. */
const unloggedRoutes: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Chats that reached an engine have a log line of their own. */
const chatRoutes: readonly string[] = ['/v1/chat/completions', '/v1/messages', '/v1/responses']

/** Counts and logs one request. */
export function reportRequest({ meter, log }: ServiceContext, request: RequestReport): void {
  const { requestId, method, path, route, status, ms } = request
  meter.requestAnswered(route, method, status, requestId)
  const hasOwnLine = chatRoutes.includes(route) && (status === 200 || status === clientClosedRequest)
  if (hasOwnLine || unloggedRoutes.includes(route)) return
  log.info({ requestId, method, path: path.slice(0, 200), status, ms }, 'request')
}
