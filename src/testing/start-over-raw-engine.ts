import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createForwardFetch } from '#server/engines/forward-fetch.ts'
import { createUndiciTransport } from '#server/engines/undici-transport.ts'
import { listen } from '#server/http/http-server.ts'
import { createEngine } from '#service/engines/registry.ts'
import { systemClock } from '#service/service-context.ts'
import { startParley } from './start-parley.ts'

/** Answers a request whose body hasn't been read. */
export type RawScript = (request: IncomingMessage, response: ServerResponse) => void

/** The engine's key in these tests. */
export const engineKey = 'sk-engine-secret-1234567890'

/** In milliseconds: short enough to wait for, long enough for a busy machine. */
const deadline = 1000

/** Starts the service in front of an engine that gets each request before its body, with the server's own transport. */
export async function startOverRawEngine(
  models: readonly (string | Record<string, unknown>)[],
  options: Parameters<typeof startParley>[1] = {},
) {
  let script: RawScript = (_request, response) => void response.end()
  const list = JSON.stringify({ data: models.map((each) => (typeof each === 'string' ? { id: each } : each)) })
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') response.end(list)
    else script(request, response)
  })
  const port = await listen(server, '127.0.0.1', 0)
  const deadlines = { firstByteMs: deadline, idleMs: deadline }
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const engine = createEngine(
    { kind: 'openai-style', name: 'raw', baseUrl, apiKey: engineKey, deadlines },
    {
      clock: systemClock,
      transport: createUndiciTransport({ connectMs: 5000 }),
      fetch: createForwardFetch({ connectMs: 5000 }),
    },
  )
  const demo = createEngine({ kind: 'built-in' }, { clock: systemClock })
  const parley = await startParley([demo, engine], options)
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return {
    parley,
    /** Replaces what the engine answers. */
    play(next: RawScript) {
      script = next
    },
    /** Ends the engine alone. */
    stop,
    close() {
      parley.close()
      stop()
    },
  }
}

/** The whole body of a request to the engine. */
export async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
  return Buffer.concat(chunks)
}
