import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '#service/api/openapi.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'
import { listen } from './http-server.ts'
import { NodeExchange } from './node-exchange.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import { goodKey, startParley } from './testing/start-parley.ts'

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

/** Sends these bytes; `more` follows when an answer has begun. Resolves to everything that came back. */
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
])('%s is refused in the contract’s shape', async (_name, bytes, status) => {
  const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/^x-request-id: req_/im)
  expect(errorBody.parse(JSON.parse(body)).error).toMatchObject({ type: 'invalid_request_error' })
})

test('garbage after a chat whose stream has begun ends the connection, and puts nothing into the stream', async () => {
  const body = JSON.stringify({ model: 'acme/tiny', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  const answer = await say(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${goodKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'garbage\r\n\r\n',
  )
  expect(answer).toContain('Once')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('garbage behind a request whose answer is whole does not take that answer away', async () => {
  const server = createServer((request, response) => {
    new NodeExchange(request, response).answer({ status: 200, headers: {}, body: 'whole' })
    refuseMalformed(new Error('garbage'), request.socket)
  })
  const port = await listen(server, '127.0.0.1', 0)
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toBe('whole')
  server.close()
})
