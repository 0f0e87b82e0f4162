import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type KeyTerms, keyTerms } from '#contract/keys.ts'
import { readAll, startOverRawEngine } from '#testing/start-over-raw-engine.ts'

// The limits of a key, on every route that costs money.

/** A dollar for each token, image or character. */
const dollarFor = (...metrics: string[]) => metrics.map((metric) => ({ metric, rate: 1e6 }))
const tokens = dollarFor('input_tokens', 'output_tokens')
const models = [
  { id: 'talker', pricing: tokens },
  { id: 'text-embedding-x', pricing: tokens },
  { id: 'omni-moderation-x', pricing: tokens },
  { id: 'gpt-image-x', pricing: dollarFor('images') },
  { id: 'tts-x', pricing: dollarFor('characters') },
  { id: 'gpt-4o-transcribe-x', pricing: tokens },
]

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const message = { role: 'assistant', content: 'Hi' }
/** What the engine answers, whichever endpoint is asked. */
const answer = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], data: [], usage })

const messages = [{ role: 'user', content: 'Hi' }]
const chat = { model: 'talker', messages, max_tokens: 1 }
const paidPaths: [path: string, body: Record<string, unknown>][] = [
  ['chat/completions', chat],
  ['messages', chat],
  ['responses', { model: 'talker', input: 'Hi', max_output_tokens: 1 }],
  ['embeddings', { model: 'text-embedding-x', input: 'Hi' }],
  ['moderations', { model: 'omni-moderation-x', input: 'Hi' }],
  ['images/generations', { model: 'gpt-image-x', prompt: 'Hi', n: 2 }],
  ['audio/speech', { model: 'tts-x', input: 'Hi', voice: 'alloy', stream_format: 'sse' }],
  ['audio/transcriptions', { model: 'gpt-4o-transcribe-x', file: 'sound' }],
]
const tokenCount: (typeof paidPaths)[number] = ['messages/count_tokens', chat]

let started: Awaited<ReturnType<typeof startOverRawEngine>>
let engineFails = false
const keys = new Map<string, Partial<KeyTerms>>()

beforeAll(async () => {
  const find = (key = '') => ({ name: key, terms: keyTerms.parse(keys.get(key) ?? {}) })
  started = await startOverRawEngine(models, { keys: { find } })
  started.play((request, response) => {
    void readAll(request).then(() => {
      if (engineFails) return response.writeHead(500).end()
      // Sound has no tokens, but its events do.
      const isSpeech = request.url?.endsWith('/speech') === true
      response.setHeader('content-type', isSpeech ? 'text/event-stream' : 'application/json')
      return response.end(isSpeech ? `data: ${answer}\n\n` : answer)
    })
  })
})
beforeEach(() => {
  engineFails = false
})
afterAll(() => started.close())

/** A key of its own account. */
function addKey(terms: Partial<KeyTerms>): string {
  const key = `key-${keys.size}`
  keys.set(key, terms)
  return key
}

/** Sends JSON, or a form where the body has a file. */
async function send(key: string, path: string, body: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (name === 'file') form.append(name, new Blob([String(value)]), 'a.wav')
    else form.append(name, String(value))
  }
  const response = await fetch(`${started.parley.baseUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(!('file' in body) && { 'content-type': 'application/json' }) },
    body: 'file' in body ? form : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, header: (name: string) => response.headers.get(name), text }
}

describe.each(paidPaths)('/v1/%s', (path, body) => {
  test('says what is left of the limits', async () => {
    const key = addKey({ requests_per_minute: 5, tokens_per_minute: 1_000_000 })
    const { status, header, text } = await send(key, path, body)
    expect([status, text]).toEqual([200, expect.any(String)])
    expect(header('x-ratelimit-limit-requests')).toBe('5')
    expect(header('x-ratelimit-remaining-requests')).toBe('4')
    expect(header('x-ratelimit-reset-requests')).toMatch(/^1[12]\.\d{3}s$/)
    expect(header('x-ratelimit-limit-tokens')).toBe('1000000')
    // What the call may take is reserved.
    expect(Number(header('x-ratelimit-remaining-tokens'))).toBeLessThan(1_000_000)
    expect(header('x-ratelimit-reset-tokens')).toMatch(/^\d+\.\d{3}s$/)
  })

  test('says it also of a request that fails', async () => {
    const key = addKey({ requests_per_minute: 5, tokens_per_minute: 1_000_000 })
    const missing = await send(key, path, { ...body, model: 'none' })
    expect([missing.status, missing.header('x-ratelimit-remaining-requests')]).toEqual([404, '4'])
    engineFails = true
    const failed = await send(key, path, body)
    expect([failed.status, failed.header('x-ratelimit-remaining-requests')]).toEqual([502, '3'])
    expect(failed.header('x-ratelimit-limit-tokens')).toBe('1000000')
  })

  test('ends with the budget', async () => {
    const key = addKey({ budget_per_day: 1 })
    expect((await send(key, path, body)).status).toBe(200)
    const { status, header, text } = await send(key, path, body)
    expect(status).toBe(402)
    expect(text).toMatch(/has spent \$\d+\.\d\d of its \$1\.00 per day\. It resets at \d{4}-\d\d-\d\dT00:00:00Z/)
    expect(text).toContain(path === 'messages' ? 'billing_error' : '"code":"budget_exceeded"')
    expect(header('x-should-retry')).toBe('false')
  })

  test('ends with the tokens of the minute', async () => {
    const key = addKey({ tokens_per_minute: 1 })
    expect((await send(key, path, body)).status).toBe(200)
    const { status, header } = await send(key, path, body)
    expect(status).toBe(429)
    expect(Number(header('retry-after'))).toBeGreaterThan(0)
    expect(header('x-ratelimit-limit-tokens')).toBe('1')
    expect(header('x-ratelimit-remaining-tokens')).toBe('0')
  })
})

describe.each([...paidPaths, tokenCount])('/v1/%s', (path, body) => {
  test('ends with the requests of the minute', async () => {
    const key = addKey({ requests_per_minute: 1 })
    expect((await send(key, path, body)).status).toBe(200)
    const { status, header } = await send(key, path, body)
    expect(status).toBe(429)
    expect(Number(header('retry-after'))).toBeGreaterThan(0)
    expect(header('x-ratelimit-limit-requests')).toBe('1')
    expect(header('x-ratelimit-remaining-requests')).toBe('0')
    expect(header('x-ratelimit-reset-requests')).toBe('60.000s')
  })

  test('needs the scope and the model', async () => {
    const unscoped = await send(addKey({ scopes: ['models'] }), path, body)
    expect([unscoped.status, unscoped.text]).toEqual([403, expect.stringContaining('lacks the scope “chat”')])
    const limited = await send(addKey({ models: ['community/other'] }), path, body)
    expect([limited.status, limited.text]).toEqual([403, expect.stringContaining('may not use “')])
    // Anthropic's errors have no codes.
    if (path.startsWith('messages')) return
    expect(JSON.parse(unscoped.text)).toMatchObject({ error: { code: 'scope_missing' } })
    expect(JSON.parse(limited.text)).toMatchObject({ error: { code: 'model_not_allowed', param: 'model' } })
  })
})
