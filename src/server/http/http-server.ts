import { type IncomingMessage, STATUS_CODES, type Server, ServerResponse, createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorResponse } from '#service/api/responses.ts'
import type { Service } from '#service/create-service.ts'
import { randomId } from '#service/random-id.ts'
import { refuse } from '#service/service-error.ts'
import type { HostOriginGuard } from './host-origin-guard.ts'
import { NodeHttpContext } from './node-adapter.ts'
import { atEndOfTurn } from './response-writer.ts'

/** Answers a request for the page; false when it is none of its paths, and nothing has been written. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean

/** The paths that are never a page's, even where a browser asks for them as one. */
const apiPath = /^\/(?:v1|healthz|readyz|metrics)(?:[/?#]|$)/

/**
/**
 * How long a connection may stay idle, in milliseconds: longer than proxies keep theirs (nginx a minute, Caddy two), so
 * that none sends a request over one that is being closed here.
 */
const keepAliveTimeout = 130_000

/**
 * One HTTP server for both: the API and whatever is no page goes to the service. The gate, where there is one, comes first.
 */
export function createHttpServer(service: Service, pages: Pages, guard: HostOriginGuard = () => false): Server {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    if (!response.socket) closeWith(request.socket, response)
    if (guard(request, response)) return
    if (!apiPath.test(request.url ?? '') && pages(request, response)) return
    void service.answer(new NodeHttpContext(request, response))
  })
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1); Node would refuse it without a word.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server.on('clientError', refuseMalformed)
}

/** An answer that waits behind another on its connection is not told by Node when that closes, and its work would go on. */
function closeWith(socket: Socket, response: ServerResponse): void {
  const close = () => response.emit('close')
  socket.once('close', close)
  response.once('close', () => socket.off('close', close))
}

/**
 * Starts listening. Resolves to the port; rejects with the system's error, such as `EADDRINUSE`. `onLost` is told of every
 * connection that the system could not hand over later; without a listener the process would end.
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

/** What Node's parser found, where it is more than that the request is none. */
const known: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request’s headers are too long. Send fewer or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
}
const malformed = [400, 'This is not a valid HTTP request. Check its first line, headers and lengths.'] as const

/** Answers bytes that are no HTTP request, in the contract's error shape, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Inside an answer that has begun there is no place for another; one that is whole is written at the end of this turn.
  const open: unknown = Reflect.get(socket, '_httpMessage')
  if (!socket.writable || (open instanceof ServerResponse && open.headersSent)) {
    return atEndOfTurn(() => socket.destroy())
  }
  const [status, message] = known[error.code ?? ''] ?? malformed
  const { headers, body } = errorResponse(refuse('invalid_value', message), randomId('req_'))
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`)
}
