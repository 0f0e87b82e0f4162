import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorResponse } from '#service/api/responses.ts'
import type { Service } from '#service/create-service.ts'
import { randomId } from '#service/random-id.ts'
import { refuse } from '#service/service-error.ts'
import type { HostOriginGuard } from './host-origin-guard.ts'
import { NodeHttpContext } from './node-adapter.ts'
import { atEndOfTurn } from './response-writer.ts'

/** Answers a request for the page. Returns false, without writing, if the path isn't one of the page's. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean

/** Answers a request of the API, and measures it from outside. */
type TraceRequest = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void

/** API paths never serve a page, even when a browser navigates to one. */
const apiPath = /^\/(?:v1|healthz|readyz|metrics)(?:[/?#]|$)/

/** Idle milliseconds. Longer than nginx (60 s) and Caddy (120 s), or they would reuse a connection we are closing. */
const keepAliveTimeout = 130_000

/** Serves the API and the page from one HTTP server. The guard runs first and may answer the request itself. */
export function createHttpServer(
  service: Pick<Service, 'answer'>,
  pages: Pages,
  guard: HostOriginGuard = () => false,
  traceRequest?: TraceRequest,
): Server {
  const latestResponse = new WeakMap<Duplex, ServerResponse>()
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    latestResponse.set(request.socket, response)
    if (!response.socket) closeWith(request.socket, response)
    if (guard(request, response)) return
    if (!apiPath.test(request.url ?? '') && pages(request, response)) return
    const http = new NodeHttpContext(request, response)
    if (traceRequest) traceRequest(request, response, () => void service.answer(http))
    else void service.answer(http)
  })
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); Node would answer 417 with an empty body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server.on('clientError', (error, socket) => refuseMalformed(error, socket, latestResponse.get(socket)))
}

/** Node doesn't emit "close" on a pipelined response that is still queued, so its engine would keep working. */
function closeWith(socket: Socket, response: ServerResponse): void {
  const close = () => response.emit('close')
  socket.once('close', close)
  response.once('close', () => socket.off('close', close))
}

/**
 * Starts listening. Resolves to the port; rejects with the system's error, such as `EADDRINUSE`. `onLost` gets later errors,
 * such as a connection that couldn't be accepted; without a listener these would crash the process.
 */
export function listen(
  server: Server,
  host: string,
  port: number,
  onLost: (reason: Error) => void = () => {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject).on('error', onLost)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Parser errors with a status of their own; every other one is a 400. */
const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request’s headers are too long. Send fewer or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
}
const malformed = [400, 'This is not a valid HTTP request. Check its first line, headers and lengths.'] as const

/** Answers bytes that aren't an HTTP request with the contract's error shape, and closes the connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex, latest: ServerResponse | undefined): void {
  // A queued response has no socket yet: another one is being sent ahead of it.
  const isAnswering = latest && !latest.writableFinished && (latest.headersSent || latest.socket === null)
  // A complete answer may still be waiting for the end of this turn.
  if (!socket.writable || isAnswering) return atEndOfTurn(() => socket.destroy())
  const [status, message] = parserErrors[error.code ?? ''] ?? malformed
  const { headers, body } = errorResponse(refuse('invalid_value', message), randomId('req_'))
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`)
}
