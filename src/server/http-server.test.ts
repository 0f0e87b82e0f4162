import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { createCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { createHttpServer, listen } from './http-server.ts'
import { createHashedKeyRing } from './key-ring.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function start(onLost?: (reason: Error) => void) {
  const service = createService({ catalogue: createCatalogue({ engines: [] }), keys: createHashedKeyRing([]) })
  const server = createHttpServer(service, () => false)
  const port = await listen(server, '127.0.0.1', 0, onLost)
  const agent = new Agent({ keepAlive: true })
  closers.push(() => {
    agent.destroy()
    server.close()
    server.closeAllConnections()
  })
  return {
    server,
    async ask(headers: Record<string, string> = {}) {
      const asked = request({ port, host: '127.0.0.1', path: '/healthz', headers, agent }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.resume()
      return response
    },
  }
}

test('a connection is kept for longer than proxies keep theirs', async () => {
  const { ask } = await start()
  const kept = Number(/timeout=(\d+)/u.exec(String((await ask()).headers['keep-alive']))?.[1])
  expect(kept).toBeGreaterThan(120)
})

test('an expectation that nobody knows is passed over', async () => {
  const { ask } = await start()
  const { statusCode, headers } = await ask({ expect: 'a miracle' })
  expect([statusCode, headers['x-request-id']]).toEqual([200, expect.stringMatching(/^req_/)])
})

test('a connection that the system cannot hand over ends nothing', async () => {
  const onLost = vi.fn()
  const { server, ask } = await start(onLost)
  const reason = new Error('accept ENETDOWN')
  server.emit('error', reason)
  expect(onLost).toHaveBeenCalledExactlyOnceWith(reason)
  expect((await ask()).statusCode).toBe(200)
})
