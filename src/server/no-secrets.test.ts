import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pieceFrame, startEnginePlayer, type EnginePlayer, type Played } from '#testing/engine-player.ts'
import { startParleyProcess, type ParleyProcess } from '#testing/parley-process.ts'

const callersKey = 'planted-key-of-a-caller-1f7c'
const wrongKey = 'planted-key-of-a-stranger-9d2e'
const enginesKey = 'planted-key-of-the-engine-5b3a'
const prompt = 'planted words of a conversation'

let player: EnginePlayer
let parley: ParleyProcess
/** The status, headers and body of every response. */
const answers: string[] = []

/** Repeats requests and its own key in its responses, in every way a response can fail. */
function betray({ request, body, response }: Played): void {
  const received = String(request.headers.authorization)
  const { user } = JSON.parse(body) as { user?: string }
  const stream = { 'content-type': 'text/event-stream' }
  switch (user) {
    case 'refuse':
      response
        .writeHead(400)
        .end(JSON.stringify({ error: { message: `Bad: ${received}`, code: received, type: received } }))
      return
    case 'unauthorised':
      response.writeHead(401).end(JSON.stringify({ error: { message: `No such key: ${received}` } }))
      return
    case 'page':
      response.end(`<html>${received}</html>`)
      return
    case 'redirect':
      response.writeHead(302, { location: `http://127.0.0.1:9/?key=${received}` }).end()
      return
    case 'error frame':
      response.writeHead(200, stream).end(`data: ${JSON.stringify({ error: { message: received } })}\n\n`)
      return
    case 'reset':
      response.writeHead(200, stream).write(pieceFrame('Once'), () => request.socket.destroy())
      return
    case undefined:
    default:
      response.writeHead(200, stream).end(`${pieceFrame('Hello', 'stop')}data: [DONE]\n\n`)
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(`${parley.baseUrl}${path}`, init)
  const body = await response.text().catch((reason: unknown) => String(reason))
  answers.push([response.status, JSON.stringify([...response.headers]), body].join('\n'))
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

function chat(fields: Record<string, unknown>, key = callersKey): Promise<void> {
  const body = JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content: prompt }], ...fields })
  return ask('/v1/chat/completions', { method: 'POST', headers: bearer(key), body })
}

beforeAll(async () => {
  player = await startEnginePlayer(betray)
  parley = await startParleyProcess({
    PARLEY_API_KEYS: callersKey,
    PARLEY_ENGINE_URL: player.baseUrl,
    PARLEY_ENGINE_KEY: enginesKey,
    PARLEY_ENGINE_CHECK_MS: '100',
    LOG_LEVEL: 'debug',
  })
  for (const user of [undefined, 'refuse', 'unauthorised', 'page', 'redirect', 'error frame', 'reset']) {
    for (const stream of [true, false]) await chat({ user, stream })
  }
  await chat({}, wrongKey)
  await chat({ messages: 1 })
  await chat({ model: 'parley/inspect' })
  await ask('/v1/chat/completions', { method: 'POST', headers: bearer(callersKey), body: `{"${callersKey}` })
  await ask('/v1/models', { headers: bearer(wrongKey) })
  await ask(`/v1/models?type=x&api_key=${callersKey}`, { headers: { 'x-api-key': callersKey } })
  await ask('/v1/models/community/tiny', { headers: { 'x-api-key': wrongKey } })
  await ask(`/nothing?key=${callersKey}`, { headers: bearer(callersKey) })
  await ask('/v1/models', { headers: { ...bearer(callersKey), origin: 'http://evil.test' } })
  await ask('/metrics', { headers: bearer(callersKey) })
  player.close()
  await vi.waitUntil(() => parley.output().includes('engine lost'), { timeout: 10_000 })
  await chat({ stream: true })
  parley.kill('SIGTERM')
  await parley.exited
}, 30_000)
afterAll(async () => parley[Symbol.asyncDispose]())

test('sends the engine its key, and covers every error status', () => {
  expect(player.played.at(-1)?.request.headers.authorization).toBe(`Bearer ${enginesKey}`)
  const statuses = new Set(answers.map((answer) => Number(answer.split('\n')[0])))
  for (const status of [200, 400, 401, 403, 404, 409, 502]) expect(statuses).toContain(status)
  expect(answers.some((answer) => answer.includes('Bad: '))).toBe(true)
  expect(answers.some((answer) => answer.includes('parley_chats_total{model="community/tiny"'))).toBe(true)
  expect(parley.output()).toContain('chat failed')
})

test.each([callersKey, wrongKey, enginesKey])('%s is in no response', (key) => {
  expect(answers.filter((answer) => answer.includes(key))).toEqual([])
})

test.each([callersKey, wrongKey, enginesKey, prompt])('“%s” isn’t in the output', (secret) => {
  expect(parley.output()).not.toContain(secret)
})
