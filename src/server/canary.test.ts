import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './http/http-server.ts'
import { pieceFrame, startEnginePlayer, type EnginePlayer, type Played } from '#testing/engine-player.ts'
import { startParleyProcess, type ParleyProcess } from '#testing/parley-process.ts'

// No field, header, address or redirect controls where the service connects: the canary server, named in all of them,
// gets no connection and therefore no key.

const callersKey = 'planted-key-of-a-caller-77aa'
const enginesKey = 'planted-key-of-the-engine-88bb'
let connections = 0
const canary = createServer((_, response) => response.end('{"choices":[{"message":{"content":"caught"}}]}'))
canary.on('connection', () => connections++)
let place: string
let player: EnginePlayer
let parley: ParleyProcess
let port: number

/** Redirects chats that ask for it to the canary, and answers all others. */
function redirect({ body, response }: Played): void {
  const { user = '' } = JSON.parse(body) as { user?: string }
  const status = Number(/^redirect (\d+)/u.exec(user)?.[1])
  if (status) response.writeHead(status, { location: `${place}/v1/chat/completions`, refresh: `0; url=${place}` }).end()
  else response.end(pieceFrame('Hello', 'stop'))
}

beforeAll(async () => {
  place = `http://127.0.0.1:${await listen(canary, '127.0.0.1', 0)}`
  player = await startEnginePlayer(redirect)
  parley = await startParleyProcess({
    PARLEY_API_KEYS: callersKey,
    PARLEY_ENGINE_URL: player.baseUrl,
    PARLEY_ENGINE_KEY: enginesKey,
  })
  port = Number(new URL(parley.baseUrl).port)
}, 30_000)
afterAll(async () => {
  canary.close()
  player.close()
  await parley[Symbol.asyncDispose]()
})

interface Sent {
  fields?: Record<string, unknown>
  headers?: Record<string, string>
  path?: string
}

/** Sends exactly these headers, which `fetch` wouldn't allow. Resolves to the status. */
async function chat({ fields = {}, headers = {}, path = '/v1/chat/completions' }: Sent): Promise<number> {
  const asked = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers: { ...plain, ...headers } })
  asked.end(JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], ...fields }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  await text(response)
  return response.statusCode ?? 0
}

const plain = { authorization: `Bearer ${callersKey}`, 'content-type': 'application/json' }
const fieldNames =
  'base_url baseUrl api_base apiBase url endpoint host engine provider proxy webhook callback_url metadata ' +
  'user store service_tier transforms route models __proto__'
const headerNames =
  'x-forwarded-for x-forwarded-host x-forwarded-server x-forwarded-proto forwarded via referer x-real-ip ' +
  'x-original-url x-rewrite-url x-http-method-override x-base-url x-engine x-request-id openai-organization ' +
  'x-stainless-helper x-portkey-custom-host helicone-target-url proxy-authorization location destination ' +
  'content-location cookie x-api-base api-key user-agent traceparent'

test.each(fieldNames.split(' '))('the field %s causes no request', async (name) => {
  expect(await chat({ fields: { [name]: name === 'metadata' ? { url: place } : place } })).toBe(200)
})

test('a URL as a model name is refused', async () => {
  for (const model of [place, `${place}/v1`, `community/${place}`, `tiny@${place}`, `//${new URL(place).host}/tiny`]) {
    expect(await chat({ fields: { model } })).toBe(404)
  }
})

test('image, audio and file addresses are forwarded, not fetched', async () => {
  const parts = [
    { type: 'text', text: place },
    { type: 'image_url', image_url: { url: `${place}/cat.png` } },
    { type: 'input_audio', input_audio: { data: place, format: 'wav' } },
    { type: 'file', file: { file_url: place, file_data: place } },
  ]
  for (const stream of [true, false]) {
    expect(await chat({ fields: { stream, messages: [{ role: 'user', content: parts }] } })).toBe(200)
  }
  expect(player.played.at(-1)?.body).toContain(`${place}/cat.png`)
})

test.each(headerNames.split(' '))('the header %s causes no request and isn’t forwarded', async (name) => {
  expect(await chat({ headers: { [name]: place } })).toBe(200)
  expect(JSON.stringify(player.played.at(-1)?.request.headers)).not.toContain(place)
})

test.each([300, 301, 302, 303, 304, 305, 307, 308])('a redirect by the engine (%s) isn’t followed', async (status) => {
  for (const stream of [true, false]) expect(await chat({ fields: { user: `redirect ${status}`, stream } })).toBe(502)
})

test('a foreign Host or Origin is refused on loopback', async () => {
  const { host } = new URL(place)
  expect(await chat({ headers: { host: 'evil.test' } })).toBe(403)
  for (const origin of ['http://evil.test', 'null', `http://evil.test:${port}`]) {
    expect(await chat({ headers: { origin } })).toBe(403)
  }
  // Another port of this machine is another origin, but still a loopback Host.
  expect(await chat({ headers: { origin: place } })).toBe(403)
  expect(await chat({ headers: { host } })).toBe(200)
})

test('proxy requests and CONNECT aren’t forwarded', async () => {
  for (const path of [
    `${place}/v1/models`,
    `${place}/v1/chat/completions`,
    `//${new URL(place).host}/v1/models`,
    '/..//v1',
  ]) {
    expect(await chat({ path })).toBeLessThan(500)
  }
  const socket = connect(port, '127.0.0.1')
  socket.end(`CONNECT ${new URL(place).host} HTTP/1.1\r\nHost: ${new URL(place).host}\r\n\r\n`)
  expect(await text(socket)).not.toMatch(/^HTTP\/1\.1 2/u)
})

test('the canary got no connection, and the engine never got a caller’s key', () => {
  expect(connections).toBe(0)
  const sent = player.played.map(({ request }) => JSON.stringify(request.headers))
  expect(sent.length).toBeGreaterThan(50)
  expect(sent.filter((headers) => !headers.includes(enginesKey) || headers.includes(callersKey))).toEqual([])
})
