import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListedModel } from '#app/data/calls/test-engines.test-support.ts'

/** An engine over HTTP that lists models chosen by the test, but can't chat. */
export interface ListingEngine {
  /** For `PARLEY_ENGINE_URL`. */
  baseUrl: string
  list(models: readonly ListedModel[]): void
  stop(): Promise<void>
}

/** Starts one on any free port. */
export async function startListingEngine(models: readonly ListedModel[]): Promise<ListingEngine> {
  let listed = models
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: listed.map((model) => ({ object: 'model', ...model })) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    list: (next) => {
      listed = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
