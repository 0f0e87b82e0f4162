import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { pieceFrame, startEnginePlayer, type Played } from '#testing/engine-player.ts'
import { validKey, startParley } from '#testing/start-parley.ts'
import { createUndiciTransport } from '#server/engines/undici-transport.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A stream requested over a raw connection, with the bytes received so far. */
async function askOverWire(script: (played: Played) => void, version = '1.1') {
  const player = await startEnginePlayer(script)
  const tools = { clock: systemClock, transport: createUndiciTransport({ connectMs: 5000 }) }
  const parley = await startParley([
    createEngine({ kind: 'openai-style', name: 'player', baseUrl: player.baseUrl }, tools),
  ])
  const { port, host } = new URL(parley.baseUrl)
  const socket = connect(Number(port), '127.0.0.1')
  closers.push(player.close, parley.close, () => socket.destroy())
  const body = JSON.stringify({ model: 'community/tiny', stream: true, messages: [{ role: 'user', content: 'Hi' }] })
  socket.write(
    `POST /v1/chat/completions HTTP/${version}\r\nhost: ${host}\r\nauthorization: Bearer ${validKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const seen = { text: '', bytes: 0, ended: false }
  socket.on('data', (bytes) => {
    seen.bytes += bytes.length
    if (seen.text.length < 100_000) seen.text += bytes.toString()
  })
  socket.on('end', () => (seen.ended = true))
  return { socket, seen, parley }
}

test('sends a stream in chunks of complete frames', async () => {
  const { seen } = await askOverWire(({ response }) => response.end(`${pieceFrame('Grüße', 'stop')}data: [DONE]\n\n`))
  await vi.waitFor(() => expect(seen.text).toMatch(/\r\n0\r\n\r\n$/))
  const [head = '', ...rest] = seen.text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(head).toMatch(/^content-type: text\/event-stream/im)
  expect(head).toMatch(/^x-request-id: req_/im)
  const [size = '', frames = ''] = rest.join('\r\n\r\n').split('\r\n')
  expect(Buffer.byteLength(frames)).toBe(Number.parseInt(size, 16))
  expect(frames).toMatch(/^data: .*\n\n$/s)
})

test('sends frames without chunks to HTTP/1.0 callers', async () => {
  const { seen } = await askOverWire(({ response }) => response.end(pieceFrame('Hi', 'stop')), '1.0')
  await vi.waitFor(() => expect(seen.ended).toBe(true))
  const [, body = ''] = seen.text.split('\r\n\r\n')
  expect(body).toMatch(/^data: \{.*data: \[DONE\]\n\n$/s)
})

test('pauses the engine while the caller doesn’t read, and loses nothing', async () => {
  let written = 0
  const frame = pieceFrame('a'.repeat(64 * 1024))
  const most = 64 * 1024 * 1024
  let write = () => {}
  const { socket, seen } = await askOverWire(({ response }) => {
    write = () => {
      while (written < most) {
        written += frame.length
        if (!response.write(frame)) return
      }
      response.off('drain', write)
      response.end(pieceFrame('', 'stop'))
    }
    response.on('drain', write)
    write()
  })
  socket.pause()
  // Stalled: the engine has more to send, but nothing is read.
  await vi.waitFor(
    async () => {
      const before = written
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(before).toBeGreaterThan(0)
      expect(written).toBe(before)
    },
    { timeout: 10_000 },
  )
  expect(written).toBeLessThan(most)
  socket.resume()
  await vi.waitFor(() => expect(seen.bytes).toBeGreaterThan(most), { timeout: 20_000 })
}, 40_000)

test('stops a paused engine when the caller disconnects', async () => {
  let gone: Promise<void> | undefined
  const frame = pieceFrame('a'.repeat(64 * 1024))
  const { socket, parley } = await askOverWire((played) => {
    ;({ gone } = played)
    const write = () => {
      while (played.response.write(frame));
    }
    played.response.on('drain', write)
    write()
  })
  socket.pause()
  await vi.waitFor(() => expect(gone).toBeDefined())
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.resetAndDestroy()
  await gone
  await vi.waitFor(() => expect(parley.lines).toMatchObject([{ message: 'chat aborted' }]))
})

test('accepts absolute URLs as request targets', async () => {
  const parley = await startParley([])
  const { port, host } = new URL(parley.baseUrl)
  const socket = connect(Number(port), '127.0.0.1')
  closers.push(parley.close, () => socket.destroy())
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.write(
    `GET http://${host}/v1/models/acme/none?type=moderation HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${validKey}\r\n\r\n`,
  )
  await vi.waitFor(() => expect(text).toContain('There is no model “acme/none”'))
})
