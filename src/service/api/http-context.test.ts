import { describe, expect, test, vi } from 'vitest'
import { type MeasuredChat, type Meter, systemClock } from '#service/service-context.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createRateLimit } from '#service/state/keys-and-limits.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'

function recordMeter() {
  const requests: string[] = []
  const chats: MeasuredChat[] = []
  let openStreams = 0
  const meter: Meter = {
    requestAnswered: (route, method, status) => requests.push(`${method} ${route} ${status}`),
    streamOpened: () => openStreams++,
    streamClosed: () => openStreams--,
    chatEnded: (chat) => chats.push(chat),
    forwardEnded() {},
    callCharged() {},
  }
  return { meter, requests, chats, openStreams: () => openStreams }
}

describe('metrics', () => {
  test('count each request by route, not by path', async () => {
    const { meter, requests } = recordMeter()
    const { get, chat } = await startTestService([createStubEngine()], { meter })
    await chat()
    await chat({ messages: [] })
    await get('/v1/models?type=moderation')
    await get('/v1/models', {})
    await get('/v1/models/acme/tiny')
    await get('/v1/models/acme/none')
    await get('/v1/models/acme/tiny', {}, 'DELETE')
    await get(`/v1/${'x'.repeat(50)}`)
    await get('/healthz', {})
    expect(requests).toEqual([
      'POST /v1/chat/completions 200',
      'POST /v1/chat/completions 400',
      'GET /v1/models 200',
      'GET /v1/models 401',
      'GET /v1/models/* 200',
      'GET /v1/models/* 404',
      'DELETE /v1/models/* 405',
      'GET other 404',
      'GET /healthz 200',
    ])
  })

  test('record each chat with its tokens and times', async () => {
    const { meter, chats, openStreams } = recordMeter()
    const { chat } = await startTestService([createStubEngine()], { meter })
    await chat()
    const streamed = await chat({ stream: true })
    expect(openStreams()).toBe(1)
    await streamed.text()
    await vi.waitFor(() => expect(openStreams()).toBe(0))
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    const each = { model: 'acme/tiny', engine: 'stub', outcome: 'finished', usage, totalMs: expect.any(Number) }
    expect(chats).toEqual([
      { ...each, firstChunkMs: undefined },
      { ...each, firstChunkMs: expect.any(Number) },
    ])
  })

  test('distinguish a caller who disconnected from an engine that failed', async () => {
    const { meter, chats, openStreams } = recordMeter()
    const engine = createStubEngine({
      async *reply({ signal, request }) {
        yield [{ type: 'text', choice: 0, text: 'Once' }]
        if (request['fails'] !== true) await untilAborted(signal)
      },
    })
    const { chat } = await startTestService([engine], { meter })
    await (await chat({ stream: true })).body?.cancel()
    await (await chat({ stream: true, fails: true })).text()
    await vi.waitFor(() => expect(chats.map(({ outcome }) => outcome).toSorted()).toEqual(['aborted', 'failed']))
    expect(openStreams()).toBe(0)
  })
})

describe('the log', () => {
  test('has one line per request, without the query', async () => {
    const { get, chat, lines } = await startTestService([createStubEngine()])
    await get('/v1/models/acme/none?key=secret', { 'x-request-id': 'mine' })
    await get('/readyz', {})
    await chat()
    expect(lines).toMatchObject([
      {
        level: 'info',
        message: 'request',
        fields: { requestId: 'mine', method: 'GET', path: '/v1/models/acme/none', status: 404, ms: expect.any(Number) },
      },
      { message: 'chat finished', fields: { caller: 'tester' } },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

describe('contract: Errors – 429', () => {
  test('a key over its limit gets retry-after; public models need no key', async () => {
    const { get, chat } = await startTestService([createStubEngine()], {
      rateLimit: createRateLimit(systemClock, 2),
    })
    expect([(await chat()).status, (await get('/v1/models')).status]).toEqual([200, 200])
    const refused = await chat()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } })
    expect((await get('/v1/models')).status).toBe(429)
    expect((await get('/v1/models/acme/tiny')).status).toBe(429)
    expect((await get('/v1/models/acme/tiny', {})).status).toBe(200)
    expect((await get('/v1/models', { authorization: 'Bearer wrong' })).status).toBe(401)
  })
})

describe('GET /metrics', () => {
  test('requires a key, and returns the host’s metrics', async () => {
    const host = { isReady: () => true, metrics: async () => 'parley_open_streams 3\n' }
    const { get } = await startTestService([createStubEngine()], { host })
    expect((await get('/metrics', {})).status).toBe(401)
    const response = await get('/metrics', { authorization: `Bearer ${callerKey}` })
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toBe('parley_open_streams 3\n')
  })

  test('returns 404 without metrics', async () => {
    const { get } = await startTestService([createStubEngine()])
    expect((await get('/metrics')).status).toBe(404)
  })
})

test('GET /readyz returns 503 until the engines are loaded', async () => {
  let ready = false
  const { get } = await startTestService([createStubEngine()], { host: { isReady: () => ready } })
  const early = await get('/readyz', {})
  expect(early.status).toBe(503)
  expect(early.headers.get('retry-after')).toBe('1')
  ready = true
  expect((await get('/readyz', {})).status).toBe(200)
})
