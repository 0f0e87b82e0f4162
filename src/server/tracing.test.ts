import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pieceFrame, startEnginePlayer, type EnginePlayer, type Played } from '#testing/engine-player.ts'
import { startParleyProcess } from '#testing/parley-process.ts'
import { type ReceivedSpan, startTraceCollector } from '#testing/trace-collector.ts'

const key = 'planted-key-of-a-caller-7a1b'
const engineKey = 'planted-key-of-the-engine-2c8d'
const collectorKey = 'planted-key-of-the-collector'
const prompt = 'planted words of a prompt'
const answer = 'planted words of a reply'
const planted = [key, engineKey, collectorKey, prompt, answer, 'planted']

const [callersTrace, callersSpan] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const usage = {
  prompt_tokens: 12,
  completion_tokens: 7,
  total_tokens: 19,
  prompt_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 3 },
}

function play({ request, body, response }: Played): void {
  if (request.url === '/v1/embeddings') {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: [], usage: { prompt_tokens: 3, total_tokens: 3 } }))
  } else if (body.includes('"refuse')) {
    response.writeHead(500).end(JSON.stringify({ error: { message: answer, code: answer } }))
  } else if (body.includes('"hold"')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(pieceFrame(answer))
  } else if (body.includes('"cut"')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(pieceFrame(answer))
  } else if (body.includes('"stream":true')) {
    const first = { id: 'x', model: 'tiny-0125', choices: [{ index: 0, delta: { role: 'assistant' } }] }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify(first)}\n\n${pieceFrame(answer)}${pieceFrame('', 'length')}`)
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`)
  } else {
    const message = { role: 'assistant', content: answer }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
  }
}

let player: EnginePlayer
let collector: Awaited<ReturnType<typeof startTraceCollector>>
beforeAll(async () => {
  player = await startEnginePlayer(play, ['tiny', 'text-embedding-3-small'])
  collector = await startTraceCollector()
})
afterAll(async () => {
  player.close()
  await collector.close()
})

function startProcess(settings: Record<string, string> = {}) {
  return startParleyProcess({
    PARLEY_API_KEYS: key,
    PARLEY_ENGINE_URL: player.baseUrl,
    PARLEY_ENGINE_KEY: engineKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    // The client keeps a connection of its own open after it has left a stream.
    PARLEY_SHUTDOWN_GRACE_MS: '100',
    ...settings,
  })
}

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-other': 'planted' }
const messages = [{ role: 'user', content: prompt }]

describe('with a collector', () => {
  let spans: ReceivedSpan[] = []
  let exitCode: number | null
  const find = (requestId: string) => {
    const server = spans.find(({ attributes }) => attributes['parley.request_id'] === requestId)
    return { server, call: spans.find(({ parentSpanId }) => parentSpanId === server?.spanId) }
  }

  beforeAll(async () => {
    await using parley = await startProcess({
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${collectorKey}`,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
      OTEL_SERVICE_NAME: 'our-parley',
    })
    const post = async (id: string, path: string, body: object, others: object = {}) => {
      const init = {
        method: 'POST',
        headers: { ...headers, 'x-request-id': id, ...others },
        body: JSON.stringify(body),
      }
      return (await fetch(`${parley.baseUrl}${path}`, init)).text()
    }
    const chat = (id: string, fields: object, others: object = {}) =>
      post(id, '/v1/chat/completions', { model: 'tiny', messages, ...fields }, others)
    await chat(
      'streamed',
      { stream: true, temperature: 0.3, max_tokens: 50, user: 'planted', stop: ['planted'] },
      {
        traceparent: `00-${callersTrace}-${callersSpan}-01`,
      },
    )
    await chat('whole', { seed: 7, n: 1 })
    await chat('invalid', { temperature: 99 }, { traceparent: `00-${'0'.repeat(32)}-${callersSpan}-01` })
    await chat('refused', { user: 'refuse' })
    await chat('cut', { user: 'cut', stream: true })
    await chat('unsampled', {}, { traceparent: `00-${callersTrace}-${callersSpan}-00` })
    await post('messages', '/v1/messages', { model: 'tiny', messages, max_tokens: 5 })
    await post('embedded', '/v1/embeddings', { model: 'text-embedding-3-small', input: prompt })
    await fetch(`${parley.baseUrl}/v1/models/planted`, { headers: { 'x-request-id': 'listed' } })
    await fetch(`${parley.baseUrl}/healthz`)
    const leaving = new AbortController()
    const left = await fetch(`${parley.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'x-request-id': 'left' },
      body: JSON.stringify({ model: 'tiny', messages, stream: true, user: 'hold' }),
      signal: leaving.signal,
    })
    await left.body?.getReader().read()
    leaving.abort()
    await player.played.find(({ body }) => body.includes('"hold"'))?.gone
    // Well before the first export: the stop sends what waits.
    parley.kill('SIGTERM')
    exitCode = await parley.exited
    ;({ spans } = collector)
  }, 60_000)

  test('a streamed chat continues the caller’s trace, through the engine’s span to the engine', () => {
    const { server, call } = find('streamed')
    expect(server).toMatchObject({
      name: 'POST /v1/chat/completions',
      kind: 2,
      traceId: callersTrace,
      parentSpanId: callersSpan,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/chat/completions',
        'http.response.status_code': 200,
      },
    })
    expect(call).toMatchObject({ name: 'chat tiny', kind: 3, traceId: callersTrace })
    expect(call?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': new URL(player.baseUrl).host,
      'parley.engine': new URL(player.baseUrl).host,
      'gen_ai.request.model': 'tiny',
      'gen_ai.request.stream': true,
      'gen_ai.request.temperature': 0.3,
      'gen_ai.request.max_tokens': 50,
      'gen_ai.response.id': expect.stringMatching(/^chatcmpl-/),
      'gen_ai.response.model': 'tiny-0125',
      'gen_ai.response.finish_reasons': ['length'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 5,
      'gen_ai.usage.reasoning.output_tokens': 3,
    })
    const sent = player.played.find(({ body }) => body.includes('"temperature":0.3'))
    expect(sent?.request.headers['traceparent']).toBe(`00-${callersTrace}-${call?.spanId}-01`)
  })

  test('a whole chat begins a trace', () => {
    const { server, call } = find('whole')
    expect(server?.parentSpanId).toBeUndefined()
    expect(call?.attributes).toMatchObject({
      'gen_ai.request.seed': 7,
      'gen_ai.request.stream': false,
      'gen_ai.response.model': 'community/tiny',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.output_tokens': 7,
    })
    expect(call?.status.code).not.toBe(2)
  })

  test('a refused request has no call, and an invalid parent is none', () => {
    const { server, call } = find('invalid')
    expect(server?.parentSpanId).toBeUndefined()
    expect(server?.attributes['http.response.status_code']).toBe(400)
    expect(server?.status.code).not.toBe(2)
    expect(call).toBeUndefined()
  })

  test('failures have a status and a known type', () => {
    const refused = find('refused')
    expect(refused.call).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'upstream_error' } })
    expect(refused.server).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': '502', 'http.response.status_code': 502 },
    })
    const cut = find('cut')
    expect(cut.call).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'upstream_cut' } })
    expect(cut.server?.attributes['http.response.status_code']).toBe(200)
  })

  test('a caller who left is not an error', () => {
    const { server, call } = find('left')
    for (const span of [server, call]) {
      expect(span?.attributes['error.type']).toBe('cancelled')
      expect(span?.status.code).not.toBe(2)
    }
  })

  test('what the caller doesn’t sample isn’t sent', () => {
    expect(find('unsampled').server).toBeUndefined()
    expect(spans.filter(({ traceId }) => traceId === callersTrace)).toHaveLength(2)
  })

  test('other endpoints have their route, and calls their operation', () => {
    expect(find('messages').server?.name).toBe('POST /v1/messages')
    expect(find('messages').call?.name).toBe('chat tiny')
    expect(find('embedded').server?.name).toBe('POST /v1/embeddings')
    expect(find('embedded').call).toMatchObject({
      name: 'embeddings',
      attributes: { 'gen_ai.operation.name': 'embeddings', 'gen_ai.usage.input_tokens': 3 },
      status: { code: 0 },
    })
    const sent = player.played.find(({ request }) => request.url === '/v1/embeddings')
    expect(sent?.request.headers['traceparent']).toContain(find('embedded').call?.spanId)
    expect(find('listed').server).toMatchObject({
      name: 'GET /v1/models/*',
      attributes: { 'http.response.status_code': 404 },
    })
    expect(spans.some(({ name }) => name.includes('healthz'))).toBe(false)
  })

  test('the standard variables name the service and authenticate', () => {
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'our-parley',
      'deployment.environment.name': 'test',
      'telemetry.sdk.language': 'nodejs',
    })
    const [first] = collector.requests
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers['api-key']).toBe(collectorKey)
  })

  test('no text, key or header value is in a span', () => {
    expect(exitCode).toBe(0)
    expect(spans.length).toBeGreaterThan(10)
    const sent = collector.requests.map(({ body }) => body).join('')
    for (const secret of planted) expect(sent).not.toContain(secret)
  })
})

test.each([
  ['refuses', () => collector.endpoint],
  // Port 9 discards, and nothing listens there.
  ['isn’t there', () => 'http://127.0.0.1:9'],
])('a collector that %s doesn’t disturb chats, and is logged once', async (_name, endpoint) => {
  collector.answerWith(400)
  await using parley = await startProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  for (let each = 0; each < 3; each++) {
    const body = JSON.stringify({ model: 'tiny', messages })
    const response = await fetch(`${parley.baseUrl}/v1/chat/completions`, { method: 'POST', headers, body })
    expect(await response.text()).toContain(answer)
  }
  await expect.poll(() => parley.output(), { timeout: 20_000 }).toContain('traces can’t be sent')
  parley.kill('SIGTERM')
  expect(await parley.exited).toBe(0)
  expect(parley.output().split('traces can’t be sent')).toHaveLength(2)
})
