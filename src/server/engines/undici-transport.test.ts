import { type AddressInfo, type Socket, createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancellationOf } from '#service/cancellation.ts'
import { piecesOf } from '#service/engines/openai/text-source.test-support.ts'
import { ConnectionLost, type TextSource } from '#service/engines/openai/transport.ts'
import { createUndiciTransport } from './undici-transport.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-from: engine\r\n\r\nok'

/** A server that gets each raw request, numbered from 0 per connection. */
async function startServer(onRequest: (socket: Socket, place: number, text: string) => void, host = '127.0.0.1') {
  const connections: number[] = []
  const server = createServer((socket) => {
    const connection = connections.push(0) - 1
    closers.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const place = connections[connection] ?? 0
      connections[connection] = place + 1
      onRequest(socket, place, bytes.toString())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  closers.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, connections }
}

function post(port: number, { host = '127.0.0.1', signal = new AbortController().signal } = {}) {
  return {
    method: 'POST',
    url: `http://${host}:${port}/v1/x?y=1`,
    headers: { 'x-one': '1' },
    body: '{}',
    cancellation: cancellationOf(signal),
  } as const
}

async function textOf({ text }: { text: TextSource }): Promise<string> {
  let all = ''
  for await (const piece of piecesOf(text)) all += piece
  return all
}

/** A connection can be reused one turn of the event loop after its last response. */
const connectionIsFree = () => new Promise((resolve) => setImmediate(resolve))

describe('the undici transport', () => {
  test('sends the request, and returns status, headers and body', async () => {
    let asked = ''
    const { port } = await startServer((socket, _place, text) => {
      asked = text
      socket.write(answer)
    })
    const response = await createUndiciTransport({ connectMs: 5000 })(post(port))
    expect(response.status).toBe(200)
    expect(response.header('x-from')).toBe('engine')
    expect(response.header('x-absent')).toBeNull()
    expect(await textOf(response)).toBe('ok')
    expect(asked).toMatch(/^POST \/v1\/x\?y=1 HTTP\/1\.1\r\n/)
    expect(asked).toContain('x-one: 1\r\n')
  })

  test.each([
    ['localhost', '127.0.0.1'],
    ['[::1]', '::1'],
  ])('reaches %s on %s', async (host, address) => {
    const { port } = await startServer((socket) => socket.write(answer), address)
    const response = await createUndiciTransport({ connectMs: 5000 })(post(port, { host }))
    expect(await textOf(response)).toBe('ok')
  })

  test('reuses a connection', async () => {
    const { port, connections } = await startServer((socket) => socket.write(answer))
    const transport = createUndiciTransport({ connectMs: 5000 })
    await textOf(await transport(post(port)))
    await connectionIsFree()
    await textOf(await transport(post(port)))
    expect(connections).toEqual([2])
  })

  test('retries a request once if its reused connection was closed', async () => {
    const { port, connections } = await startServer((socket, place) => {
      if (place === 0) socket.write(answer)
      else socket.destroy()
    })
    const transport = createUndiciTransport({ connectMs: 5000 })
    await textOf(await transport(post(port)))
    await connectionIsFree()
    expect(await textOf(await transport(post(port)))).toBe('ok')
    expect(connections).toEqual([2, 1])
  })

  test('doesn’t retry on a new connection', async () => {
    const { port, connections } = await startServer((socket) => socket.resetAndDestroy())
    await expect(createUndiciTransport({ connectMs: 5000 })(post(port))).rejects.toThrow(/ECONNRESET|closed/)
    expect(connections).toEqual([1])
  })

  test('distinguishes lost connections, refused connections and invalid responses', async () => {
    const failureOf = (port: number) =>
      createUndiciTransport({ connectMs: 5000 })(post(port)).catch((reason: unknown) => reason)
    const silent = await startServer((socket) => socket.destroy())
    const odd = await startServer((socket) => socket.end('220 mail ready\r\n'))
    expect(await failureOf(silent.port)).toBeInstanceOf(ConnectionLost)
    expect(await failureOf(odd.port)).not.toBeInstanceOf(ConnectionLost)
    for (const close of closers.splice(0)) close()
    expect(await failureOf(silent.port)).not.toBeInstanceOf(ConnectionLost)
  })

  test('doesn’t retry once the response has begun', async () => {
    const { port, connections } = await startServer((socket, place) => {
      if (place === 0) socket.write(answer)
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', () => socket.destroy())
    })
    const transport = createUndiciTransport({ connectMs: 5000 })
    await textOf(await transport(post(port)))
    await connectionIsFree()
    await expect(textOf(await transport(post(port)))).rejects.toThrow('closed')
    expect(connections).toEqual([2])
  })

  test('closes the connection when it is aborted before the response', async () => {
    const caller = new AbortController()
    const closed = vi.fn()
    const { port, connections } = await startServer((socket) => socket.on('close', closed))
    const asked = createUndiciTransport({ connectMs: 5000 })(post(port, { signal: caller.signal }))
    await vi.waitFor(() => expect(connections).toEqual([1]))
    caller.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  test('closes the connection when the reader cancels', async () => {
    const closed = vi.fn()
    const { port } = await startServer((socket) => {
      socket.on('close', closed)
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')
    })
    const response = await createUndiciTransport({ connectMs: 5000 })(post(port))
    for await (const piece of piecesOf(response.text)) {
      expect(piece).toBe('half')
      break
    }
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })
})
