import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { createHttpServer, listen } from './http-server.ts'
import { createHashedKeyRing } from './key-ring.ts'
import { pieceFrame } from './testing/engine-player.ts'
import { startOverPlayer } from './testing/start-over-player.ts'
import { goodKey } from './testing/start-parley.ts'

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

test('a caller who leaves with chats in a row stops the engine of each', async () => {
  const { parley, player, close } = await startOverPlayer(
    ({ response, gone }) => {
      const timer = setInterval(() => response.write(pieceFrame('and on '.repeat(1000))), 5)
      void gone.then(() => clearInterval(timer))
    },
    ['tiny'],
  )
  closers.push(close)
  const body = JSON.stringify({ model: 'community/tiny', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  const chat =
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${goodKey}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const socket = connect(Number(new URL(parley.baseUrl).port), '127.0.0.1').resume()
  closers.push(() => socket.destroy())
  socket.write(chat + chat)
  const chats = () => player.played.filter(({ request: { method } }) => method === 'POST')
  await vi.waitFor(() => expect(chats()).toHaveLength(2))
  // By then the second has more to say than may wait for the first to end.
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.destroy()
  await Promise.all(chats().map(({ gone }) => gone))
  await vi.waitFor(() => {
    expect(parley.lines.map(({ message }) => message)).toEqual(['chat aborted', 'chat aborted'])
  })
})
