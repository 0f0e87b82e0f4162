import { describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { type LoggedRequest, loggedRequestList } from '#contract/requests.ts'
import type { ForwardCall, ForwardedAnswer } from '#service/engines/engine.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { refuse } from '#service/service-error.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import type { RequestLog } from '#service/state/request-log.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

async function* reply() {
  yield [{ type: 'text' as const, choice: 0, text: 'Hello ' }]
  yield [{ type: 'text' as const, choice: 0, text: 'there' }]
  yield [{ type: 'finished' as const, reasons: { 0: 'stop' as const } }]
}

/** Answers embeddings, unless the input is a failure. */
async function forward({ body }: ForwardCall): Promise<ForwardedAnswer> {
  if (typeof body === 'string' && body.includes('fail')) throw refuse('upstream_unreachable', 'The engine is gone.')
  async function* bytes() {
    yield new TextEncoder().encode('{}')
  }
  return { kind: 'json', contentType: 'application/json', body: bytes(), usage: () => ({ prompt_tokens: 3 }) }
}

async function start(keepsTexts = false) {
  const kept: LoggedRequest[] = []
  const requestLog: RequestLog = {
    keepsTexts,
    record: (request) => void kept.unshift(request),
    find: async ({ requestId, key, limit }) =>
      kept
        .filter((each) => (requestId ?? each.request_id) === each.request_id && (key ?? each.key) === each.key)
        .slice(0, limit),
  }
  const keys = createMemoryKeys()
  const engine = {
    ...createStubEngine({ models: [{ id: 'acme/tiny' }, { id: 'text-embedding-3-small', embeddings: true }], reply }),
    forward,
  }
  const { service } = await startTestService([engine], {
    keys,
    keyStore: keys,
    requestLog,
  })
  const keyOf = async (name: string, terms: object = {}) => (await keys.add(name, keyTerms.parse(terms))).key
  const send = (key: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    service.fetch(
      new Request(`http://parley.test${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  const chat = async (key: string, fields: object = {}, headers: Record<string, string> = {}) => {
    const body = { model: 'acme/tiny', messages: [{ role: 'user', content: 'A question' }], ...fields }
    const response = await send(key, '/v1/chat/completions', body, headers)
    await response.text()
    return response.headers.get('x-request-id')
  }
  const list = async (key: string, query = '') =>
    loggedRequestList.parse(await (await send(key, `/v1/requests${query}`)).json()).data
  return { kept, keyOf, send, chat, list }
}

describe('GET /v1/requests', () => {
  test('shows own requests, found by their id, and everyone’s to an admin', async () => {
    const { keyOf, chat, list } = await start()
    const [laptop, phone] = [await keyOf('laptop'), await keyOf('phone')]
    const admin = await keyOf('admin', { scopes: ['admin'] })
    const first = await chat(laptop)
    await chat(laptop, { stream: true }, { 'x-request-id': 'chosen' })
    await chat(phone, { model: 'acme/missing' }, { 'x-request-id': 'refused' })
    expect((await list(laptop)).map(({ request_id }) => request_id)).toEqual(['chosen', first])
    expect(await list(laptop, '?request_id=chosen')).toEqual([
      expect.objectContaining({
        request_id: 'chosen',
        key: 'laptop',
        endpoint: '/v1/chat/completions',
        model: 'acme/tiny',
        outcome: 'finished',
        output_tokens: 2,
        messages: null,
        reply: null,
      }),
    ])
    expect(await list(laptop, '?request_id=refused')).toEqual([])
    expect(await list(admin, '?limit=1')).toEqual([
      expect.objectContaining({ request_id: 'refused', key: 'phone', outcome: 'refused', code: 'model_not_found' }),
    ])
    expect(await list(admin)).toHaveLength(3)
  })

  test.each(['0', '-1', '1001', 'ten', '1.5', ''])('refuses the limit “%s”', async (limit) => {
    const { keyOf, send } = await start()
    const response = await send(await keyOf('laptop'), `/v1/requests?limit=${limit}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'limit' } })
  })

  test('is a 404 that says how to switch it on', async () => {
    const { get } = await startTestService([])
    const response = await get('/v1/requests')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('PARLEY_REQUEST_LOG=metadata')
  })

  test('includes other endpoints than chat', async () => {
    const { keyOf, send, list } = await start()
    const key = await keyOf('laptop')
    const model = 'text-embedding-3-small'
    for (const body of [
      { model, input: 'x' },
      { model, input: 'fail' },
      { model: 'none', input: 'x' },
    ]) {
      await (await send(key, '/v1/embeddings', body)).text()
    }
    const about = { endpoint: '/v1/embeddings', key: 'laptop', messages: null, reply: null }
    expect(await list(key)).toEqual([
      expect.objectContaining({ ...about, model: null, outcome: 'refused', code: 'model_not_found' }),
      expect.objectContaining({ ...about, engine: 'stub', outcome: 'failed', code: 'upstream_unreachable' }),
      expect.objectContaining({ ...about, engine: 'stub', outcome: 'finished', code: null, input_tokens: 3 }),
    ])
  })

  test.each([
    ['/v1/chat/completions', { model: 'acme/tiny', messages: [{ role: 'user', content: 'A question' }] }],
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'x' }],
  ])('includes requests to %s that the key may not make, and none without a valid key', async (endpoint, body) => {
    const { kept, keyOf, send } = await start()
    const slow = await keyOf('slow', { requests_per_minute: 1 })
    const expired = await keyOf('expired', { expires_at: '2020-01-01T00:00:00Z' })
    const statuses = []
    for (const key of [await keyOf('reader', { scopes: ['models'] }), slow, slow, expired, 'wrong']) {
      const response = await send(key, endpoint, body)
      await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([403, 200, 429, 401, 401])
    const about = { endpoint, outcome: 'refused', cost: 0 }
    expect(kept).toEqual([
      expect.objectContaining({ ...about, key: 'slow', code: 'rate_limit_exceeded' }),
      expect.objectContaining({ key: 'slow', outcome: 'finished' }),
      expect.objectContaining({ ...about, key: 'reader', code: 'scope_missing' }),
    ])
  })

  test('needs a key', async () => {
    const { send } = await start()
    expect((await send('wrong', '/v1/requests')).status).toBe(401)
  })
})

describe('texts', () => {
  test.each([true, false])('are kept if asked for, streamed: %s', async (stream) => {
    const { kept, keyOf, chat } = await start(true)
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }
    const content = [{ type: 'text', text: 'What is this?' }, image]
    await chat(await keyOf('laptop'), {
      stream,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content },
      ],
    })
    expect(kept).toEqual([
      expect.objectContaining({
        messages: [
          { role: 'system', text: 'Be brief' },
          { role: 'user', text: 'What is this?\n(image_url)' },
        ],
        reply: 'Hello there',
      }),
    ])
  })

  test('are shortened', async () => {
    const { kept, keyOf, chat } = await start(true)
    const long = { role: 'user', content: 'x'.repeat(100_000) }
    await chat(await keyOf('laptop'), { messages: [long, long] })
    expect(kept[0]?.messages?.map(({ text }) => text.length)).toEqual([32_013, 13])
  })

  test('are never kept without, and keys and headers never at all', async () => {
    const plain = await start()
    const withTexts = await start(true)
    for (const { kept, keyOf, chat } of [plain, withTexts]) {
      const key = await keyOf('laptop')
      await chat(key, {}, { 'x-secret': 'hidden-header' })
      await chat(key, { model: 'acme/missing' }, { 'x-secret': 'hidden-header' })
      expect(kept).toHaveLength(2)
      expect(JSON.stringify(kept)).not.toContain(key)
      expect(JSON.stringify(kept)).not.toContain('hidden-header')
    }
    expect(JSON.stringify(plain.kept)).not.toContain('A question')
    expect(JSON.stringify(plain.kept)).not.toContain('Hello')
  })
})
