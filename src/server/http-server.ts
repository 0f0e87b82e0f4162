import { createServer, type IncomingMessage, type ServerResponse, type Server } from 'node:http'
import type { Service } from '#service/create-service.ts'
import type { Gate } from './gate/create-gate.ts'
import { NodeExchange } from './node-exchange.ts'
import { refuseMalformed } from './refuse-malformed.ts'

/** Answers a request for the page; false when it is none of its paths, and nothing has been written. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean

/** The paths that are never a page's, even where a browser asks for them as one. */
const apiPath = /^\/(?:v1|healthz|readyz|metrics)(?:[/?#]|$)/

/**
 * One HTTP server for both: the API and whatever is no page goes to the service. The gate, where there is one, comes first.
 */
export function createHttpServer(service: Service, pages: Pages, gate: Gate = () => false): Server {
  const server = createServer((request, response) => {
    if (gate(request, response)) return
    if (!apiPath.test(request.url ?? '') && pages(request, response)) return
    void service.answer(new NodeExchange(request, response))
  })
  return server.on('clientError', refuseMalformed)
}

/** Starts listening. Resolves to the port; rejects with the system's error, such as `EADDRINUSE`. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
