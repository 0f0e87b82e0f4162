import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { validKey, startParley } from '#testing/start-parley.ts'

const limit = 1000
let parley: Awaited<ReturnType<typeof startParley>>

beforeAll(async () => {
  parley = await startParley([createEngine({ kind: 'built-in' }, { clock: systemClock })], { maxBodyBytes: limit })
})
afterAll(() => parley.close())

const chat = (words: string) =>
  JSON.stringify({ model: 'parley/echo', messages: [{ role: 'user', content: words }], max_tokens: 5 })
const asChunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** Opens a connection and sends a chat's headers; the test writes the body. */
function send(...headers: string[]) {
  const socket = connect(Number(new URL(parley.baseUrl).port), '127.0.0.1').setEncoding('utf8')
  // The server may close before everything is written; only its response so far matters.
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (text) => {
    answer += String(text)
  })
  const head = ['Host: 127.0.0.1', `Authorization: Bearer ${validKey}`, 'Content-Type: application/json', ...headers]
  socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  return {
    socket,
    status: async () => {
      await expect.poll(() => answer, { timeout: 3000 }).toMatch(/^HTTP\/1.1 \d{3} /)
      return Number(answer.slice(9, 12))
    },
    close: () => socket.destroy(),
  }
}

/** Whether the server still works afterwards. */
async function stillAnswers(): Promise<boolean> {
  return (await parley.chat({ model: 'parley/echo' })).ok
}

describe('contract: Errors – 413, a body over the limit', () => {
  test('is refused before the body arrives if it has a length', async () => {
    const { status, close } = send(`Content-Length: ${limit + 1}`)
    expect(await status()).toBe(413)
    close()
    expect(await stillAnswers()).toBe(true)
  })

  test('is refused as soon as its chunks exceed the limit', async () => {
    const { socket, status, close } = send('Transfer-Encoding: chunked')
    for (let sent = 0; sent <= limit; sent += 100) socket.write(asChunk(' '.repeat(100)))
    expect(await status()).toBe(413)
    close()
    expect(await stillAnswers()).toBe(true)
  })

  test('is refused if it arrives byte by byte', async () => {
    const { socket, status, close } = send('Transfer-Encoding: chunked')
    for (let sent = 0; sent <= limit && socket.writable; sent++) {
      socket.write(asChunk(' '))
      if (sent % 100 === 0) await setTimeout(1)
    }
    expect(await status()).toBe(413)
    close()
  })

  test('reads a chunked body within the limit', async () => {
    const { socket, status, close } = send('Transfer-Encoding: chunked')
    for (const letter of chat('Hi')) socket.write(asChunk(letter))
    socket.write('0\r\n\r\n')
    expect(await status()).toBe(200)
    close()
  })
})

describe('a wrong content length', () => {
  test('survives a caller who disconnects in mid-body', async () => {
    const { socket } = send('Content-Length: 500')
    socket.end(chat('Hi'))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(await stillAnswers()).toBe(true)
  })

  test('ignores bytes beyond the length', async () => {
    const { socket, status, close } = send('Content-Length: 10')
    socket.write(chat('Hi'))
    expect(await status()).toBe(400)
    close()
    expect(await stillAnswers()).toBe(true)
  })

  test.each(['Content-Length: -1', 'Content-Length: 1e3', 'Content-Length: 5\r\nTransfer-Encoding: chunked'])(
    'refuses “%s”',
    async (header) => {
      const { status, close } = send(header)
      expect(await status()).toBe(400)
      close()
      expect(await stillAnswers()).toBe(true)
    },
  )
})

test('refuses an empty body', async () => {
  const { status, close } = send('Content-Length: 0')
  expect(await status()).toBe(400)
  close()
})
