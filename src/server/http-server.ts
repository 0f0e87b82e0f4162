import { createServer, type IncomingMessage, type ServerResponse, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Service } from '#service/create-service.ts'
import type { Gate } from './gate/create-gate.ts'
import { NodeExchange } from './node-exchange.ts'
import { refuseMalformed } from './refuse-malformed.ts'

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
export function createHttpServer(service: Service, pages: Pages, gate: Gate = () => false): Server {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    if (!response.socket) closeWith(request.socket, response)
    if (gate(request, response)) return
    if (!apiPath.test(request.url ?? '') && pages(request, response)) return
    void service.answer(new NodeExchange(request, response))
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
