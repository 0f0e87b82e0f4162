import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawScript, engineKey, readAll, startOverRawEngine } from '#testing/start-over-raw-engine.ts'
import { validKey } from '#testing/start-parley.ts'

// What the endpoints besides chat refuse, and what they make of an engine that answers badly.

const models = ['text-embedding-x', 'omni-moderation-x', 'gpt-image-x', 'tts-x', 'whisper-x', 'talker']

let started: Awaited<ReturnType<typeof startOverRawEngine>>
let client: OpenAI
const play = (script: RawScript) => started.play(script)

function answer(body: string, type = 'application/json', status = 200, headers = {}) {
  play((request, response) => {
    void readAll(request).then(() => response.writeHead(status, { 'content-type': type, ...headers }).end(body))
  })
}

const json = (value: unknown) => JSON.stringify(value)

beforeAll(async () => {
  started = await startOverRawEngine(models)
  client = new OpenAI({ baseURL: `${started.parley.baseUrl}/v1`, apiKey: validKey, maxRetries: 0 })
})
afterAll(() => started.close())

const post = (path: string, body: unknown, init: RequestInit = {}) =>
  fetch(`${started.parley.baseUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${validKey}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : json(body),
    ...init,
  })

describe('a refusal', () => {
  const cases: [string, string, Record<string, unknown>, number, string, RegExp][] = [
    ['an unknown model', 'embeddings', { model: 'none', input: '' }, 404, 'model_not_found', /GET \/v1\/models/],
    [
      'a chat model',
      'embeddings',
      { model: 'talker', input: '' },
      400,
      'invalid_value',
      /POST \/v1\/chat\/completions/,
    ],
    ['a demo model', 'audio/speech', { model: 'parley/echo' }, 400, 'invalid_value', /text_generation.*\/v1\/chat/],
    ['another type', 'images/generations', { model: 'tts-x' }, 400, 'invalid_value', /POST \/v1\/audio\/speech/],
    [
      'an embedding model',
      'chat/completions',
      { model: 'text-embedding-x', messages: [{ role: 'user', content: 'x' }] },
      400,
      'invalid_value',
      /POST \/v1\/embeddings/,
    ],
    ['no model', 'moderations', { input: 'x' }, 400, 'invalid_value', /type=moderation/],
  ]
  test.each(cases)('of %s at /v1/%s says what to do', async (_name, path, body, status, code, message) => {
    const response = await post(path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { code, message: expect.stringMatching(message), param: 'model' },
    })
  })

  test('of a missing key, of a body that is no JSON or no form', async () => {
    expect((await post('embeddings', {}, { headers: {} })).status).toBe(401)
    expect((await post('embeddings', '{')).status).toBe(400)
    expect((await post('audio/transcriptions', {})).status).toBe(415)
    expect((await post('embeddings', 'x', { headers: { authorization: `Bearer ${validKey}` } })).status).toBe(415)
  })

  test('says when the engine is gone', async () => {
    const other = await startOverRawEngine(['tts-x'])
    other.stop()
    const asked = client.withOptions({ baseURL: `${other.parley.baseUrl}/v1` })
    const create = asked.audio.speech.create({ model: 'tts-x', input: 'x', voice: 'alloy' })
    await expect(create).rejects.toMatchObject({ status: 502, code: 'upstream_unreachable' })
    other.close()
  })
})

describe('a hostile engine', () => {
  const error = json({ error: { message: `Bad key ${engineKey}`, type: 'x', code: 'y' } })
  const cases: [string, () => void, number, string | null][] = [
    ['a page', () => answer('<html>Hello</html>', 'text/html'), 502, 'upstream_invalid'],
    ['a page as JSON', () => answer('<html>Hello</html>'), 502, 'upstream_invalid'],
    ['nothing', () => answer(''), 502, 'upstream_invalid'],
    ['half a JSON value', () => answer('{"data":['), 502, 'upstream_invalid'],
    ['an error inside a 200', () => answer(error), 502, 'y'],
    ['a refusal of our key', () => answer(error, 'application/json', 401), 502, 'upstream_refused'],
    ['a mistake of the caller', () => answer(error, 'application/json', 422), 422, 'y'],
    ['a redirect', () => answer('', 'text/plain', 307, { location: 'http://127.0.0.1:9/' }), 502, 'upstream_invalid'],
    ['silence', () => play(() => {}), 504, 'upstream_timeout'],
    ['a closed connection', () => play((request) => void request.socket.destroy()), 502, 'upstream_cut'],
  ]
  test.each(cases)('answers with %s', async (_name, begin, status, code) => {
    begin()
    const response = await post('embeddings', { model: 'text-embedding-x', input: 'Hi' })
    const text = await response.text()
    expect(response.status).toBe(status)
    expect(JSON.parse(text)).toMatchObject({ error: { code } })
    expect(text).not.toContain(engineKey)
  })

  test('cannot repeat our key in an answer, even in two pieces', async () => {
    play((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: {"key":"${engineKey.slice(0, 9)}`)
      setTimeout(() => response.end(`${engineKey.slice(9)}"}\n\n`), 50)
    })
    const response = await post('images/generations', { model: 'gpt-image-x', prompt: 'x', stream: true })
    expect(await response.text()).toBe('data: {"key":"(not shown)"}\n\n')
  })

  test('cannot present half a long JSON answer as whole', async () => {
    answer(`{"data":["${'x'.repeat(200_000)}`)
    const response = await post('embeddings', { model: 'text-embedding-x', input: 'Hi' })
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test.each(['json', 'audio'])('cannot answer speech with a page or %s error', async (kind) => {
    answer(kind === 'json' ? error : '<html>', kind === 'json' ? 'application/json' : 'text/html')
    const response = await post('audio/speech', { model: 'tts-x', input: 'x', voice: 'x' })
    expect(response.status).toBe(502)
  })
})
