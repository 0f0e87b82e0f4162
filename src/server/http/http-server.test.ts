import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { describe, afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createHashedKeyRing } from '#server/state/key-ring.ts'
import type { HttpContext } from '#service/api/http-context.ts'
import { errorBody } from '#service/api/openapi.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createService } from '#service/create-service.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'
import { pieceFrame } from '#testing/engine-player.ts'
import { startOverPlayer } from '#testing/start-over-player.ts'
import { validKey, startParley } from '#testing/start-parley.ts'
import { createHttpServer, listen } from './http-server.ts'

describe('http server', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })

  async function start(onLost?: (reason: Error) => void) {
    const service = createService({ catalogue: createModelCatalogue({ engines: [] }), keys: createHashedKeyRing([]) })
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

  test('keeps connections alive longer than proxies do', async () => {
    const { ask } = await start()
    const kept = Number(/timeout=(\d+)/u.exec(String((await ask()).headers['keep-alive']))?.[1])
    expect(kept).toBeGreaterThan(120)
  })

  test('ignores an unknown Expect header', async () => {
    const { ask } = await start()
    const { statusCode, headers } = await ask({ expect: 'a miracle' })
    expect([statusCode, headers['x-request-id']]).toEqual([200, expect.stringMatching(/^req_/)])
  })

  test('survives a connection that the system fails to accept', async () => {
    const onLost = vi.fn()
    const { server, ask } = await start(onLost)
    const reason = new Error('accept ENETDOWN')
    server.emit('error', reason)
    expect(onLost).toHaveBeenCalledExactlyOnceWith(reason)
    expect((await ask()).statusCode).toBe(200)
  })

  test('stops every engine when a caller with pipelined chats disconnects', async () => {
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
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${validKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const socket = connect(Number(new URL(parley.baseUrl).port), '127.0.0.1').resume()
    closers.push(() => socket.destroy())
    socket.write(chat + chat)
    const chats = () => player.played.filter(({ request: { method } }) => method === 'POST')
    await vi.waitFor(() => expect(chats()).toHaveLength(2))
    // By then the second has more output than may be buffered until the first ends.
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await Promise.all(chats().map(({ gone }) => gone))
    await vi.waitFor(() => {
      expect(parley.lines.map(({ message }) => message)).toEqual(['chat aborted', 'chat aborted'])
    })
  })
})

describe('refuse malformed', () => {
  let parley: Awaited<ReturnType<typeof startParley>>
  beforeAll(async () => {
    const engine = createStubEngine({
      async *reply({ signal }) {
        yield [{ type: 'text', choice: 0, text: 'Once' }]
        await untilAborted(signal)
      },
    })
    parley = await startParley([engine])
  })
  afterAll(() => parley.close())

  /** Sends these bytes, and `more` once a response has begun. Resolves to all received bytes. */
  function say(bytes: string, more?: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(parley.baseUrl).port), '127.0.0.1').setEncoding('utf8')
      let answer = ''
      socket.on('data', (text) => {
        answer += String(text)
        if (more !== undefined && answer.includes('Once')) socket.write(more)
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(answer))
      socket.write(bytes)
    })
  }

  test.each([
    ['no request line', 'hello\r\n\r\n', 400],
    ['a header that is none', 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST /v1/chat/completions HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['too many headers', `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('answers %s with the contract’s error', async (_name, bytes, status) => {
    const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/^x-request-id: req_/im)
    expect(errorBody.parse(JSON.parse(body)).error).toMatchObject({ type: 'invalid_request_error' })
  })

  test('closes the connection on garbage during a stream, without writing to the stream', async () => {
    const body = JSON.stringify({ model: 'acme/tiny', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
    const answer = await say(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${validKey}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      'garbage\r\n\r\n',
    )
    expect(answer).toContain('Once')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('delivers a complete response despite garbage after the request', async () => {
    const answer = async (http: HttpContext) => http.respond({ status: 200, headers: {}, body: 'whole' })
    const server = createHttpServer({ answer }, () => false)
    const port = await listen(server, '127.0.0.1', 0)
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\ngarbage\r\n\r\n')
    let received = ''
    socket.on('data', (text) => (received += String(text)))
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n\r\nwhole$/)
    server.close()
  })
})
