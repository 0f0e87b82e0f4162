import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pieceFrame, startEnginePlayer, type EnginePlayer } from '#testing/engine-player.ts'
import { startParleyProcess, type ParleyProcess } from '#testing/parley-process.ts'

const key = 'a-key-of-the-test'

/** An engine that sends one word and then waits for the test. */
function startHeldEngine(): Promise<EnginePlayer> {
  return startEnginePlayer(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(pieceFrame('Hello'))
  })
}

function startProcess(player: EnginePlayer, settings: Record<string, string> = {}) {
  return startParleyProcess({ PARLEY_API_KEYS: key, PARLEY_ENGINE_URL: player.baseUrl, ...settings })
}

const chat = { model: 'tiny', stream: true, messages: [{ role: 'user', content: 'Hi' }] }

async function ask({ baseUrl }: ParleyProcess, body: object): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = httpRequest(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers }).end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

/** Reads the next chunk of a stream, or the whole rest. */
function read(response: IncomingMessage) {
  const pieces = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  const next = async () => (await pieces.next()).value as string | undefined
  return {
    next,
    async rest() {
      let text = ''
      for (let piece = await next(); piece !== undefined; piece = await next()) text += piece
      return text
    },
  }
}

/** A raw request, to be sent on a connection while a response is pending. */
function rawChat(body: object): string {
  const text = JSON.stringify(body)
  return [
    'POST /v1/chat/completions HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

test('a signal lets open streams finish and refuses new chats', async () => {
  const player = await startHeldEngine()
  await using parley = await startProcess(player)
  const stream = read(await ask(parley, chat))
  expect(await stream.next()).toContain('Hello')
  const kept = connect(Number(new URL(parley.baseUrl).port), '127.0.0.1').setEncoding('utf8')
  kept.write(rawChat({ ...chat, stream: false }))
  const chats = () => player.played.filter(({ request }) => request.method === 'POST')
  await expect.poll(() => chats().length).toBe(2)

  parley.kill('SIGTERM')
  await expect.poll(() => parley.output()).toContain('"msg":"stopping"')
  await expect(fetch(`${parley.baseUrl}/healthz`)).rejects.toThrow('fetch failed')
  kept.write(rawChat(chat))
  for (const { response } of chats()) response.end(`${pieceFrame(' there', 'stop')}data: [DONE]\n\n`)

  expect(await stream.rest()).toContain('data: [DONE]')
  const answers = (await kept.toArray()).join('')
  expect(answers).toMatch(/HTTP\/1.1 200 OK[\s\S]*Hello there[\s\S]*HTTP\/1.1 503 [\s\S]*"code":"overloaded"/)
  expect(answers).toMatch(/retry-after: 1/i)
  expect(answers).toMatch(/connection: close/i)
  expect(await parley.exited).toBe(0)
  expect(chats()).toHaveLength(2)
  player.close()
}, 20_000)

test('after the grace period, streams end with an error frame and their engines are stopped', async () => {
  const player = await startHeldEngine()
  await using parley = await startProcess(player, { PARLEY_SHUTDOWN_GRACE_MS: '200' })
  const stream = read(await ask(parley, chat))
  expect(await stream.next()).toContain('Hello')
  parley.kill('SIGINT')
  const rest = await stream.rest()
  expect(rest).toContain('"code":"overloaded"')
  expect(rest).not.toContain('[DONE]')
  await player.played.at(-1)?.gone
  expect(await parley.exited).toBe(0)
  player.close()
}, 20_000)

test('a second signal ends the grace period, unless it is npm’s copy of the first', async () => {
  const player = await startHeldEngine()
  await using parley = await startProcess(player, { PARLEY_SHUTDOWN_GRACE_MS: '60000' })
  const stream = read(await ask(parley, chat))
  expect(await stream.next()).toContain('Hello')
  parley.kill('SIGINT')
  await expect.poll(() => parley.output()).toContain('"msg":"stopping"')
  parley.kill('SIGINT')
  await setTimeout(400)
  player.played.at(-1)?.response.write(pieceFrame(' still here'))
  expect(await stream.next()).toContain('still here')
  parley.kill('SIGINT')
  expect(await stream.rest()).toContain('"code":"overloaded"')
  expect(await parley.exited).toBe(0)
  player.close()
}, 20_000)
