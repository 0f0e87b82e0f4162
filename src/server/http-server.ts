import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Service } from '#service/create-service.ts'
import { refuseRequest } from './refuse-request.ts'

/** Answers a request for the page; false when it is none of its paths, and nothing has been written. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean

/** One HTTP server for both: `/v1` and whatever is no page goes to the service. */
export function createHttpServer(service: Service, pages: Pages): Server {
  const serve = getRequestListener((request) => service.fetch(request), { errorHandler: refuseRequest })
  return createServer((request, response) => {
    const isApi = /^\/v1(?:[/?#]|$)/.test(request.url ?? '')
    if (!isApi && pages(request, response)) return
    void serve(request, response)
  })
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
