import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { systemClock } from '#service/service-context.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createRateLimit } from '#service/state/keys-and-limits.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine, replyWith } from '#service/stub-engine.test-support.ts'

// What POST /v1/messages and POST /v1/responses share with chat completions: they take the same path.

const bodies = {
  '/v1/messages': { model: 'acme/tiny', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'acme/tiny', input: 'Hi' },
}
type Path = keyof typeof bodies
const paths: Path[] = ['/v1/messages', '/v1/responses']

async function startOver(
  options: Parameters<typeof startTestService>[1] = {},
  reply: () => AsyncIterable<readonly ChatEvent[]> = () => replyWith('Hello', ' there'),
) {
  const engine = createStubEngine({ reply })
  const started = await startTestService([engine], options)
  const post = (path: Path, fields: object = {}, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    started.service.fetch(
      new Request(`http://parley.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${callerKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...bodies[path], ...fields }),
        ...init,
      }),
    )
  return { ...started, engine, post }
}

describe.each(paths)('POST %s', (path) => {
  test('refuses what chat completions refuse, in its own shape', async () => {
    const { post, service } = await startOver({ maxBodyBytes: 500, rateLimit: createRateLimit(systemClock, 5) })
    const answers = [
      await post(path, {}, { authorization: 'Bearer wrong' }),
      await post(path, {}, {}, { body: '{' }),
      await post(path, {}, { 'content-type': 'text/plain' }),
      await post(path, { user: 'x'.repeat(600) }),
      await post(path, { model: 'no/such' }),
    ]
    service.drain()
    answers.push(await post(path), await post(path))
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 415, 413, 404, 503, 429])
    const read = await Promise.all(answers.map((answer) => answer.json()))
    for (const body of read) expect(body.error.message).toMatch(/[.!]$/)
    if (path === '/v1/messages') {
      expect(read.map(({ error }) => error.type)).toEqual([
        'authentication_error',
        'invalid_request_error',
        'invalid_request_error',
        'request_too_large',
        'not_found_error',
        'overloaded_error',
        'rate_limit_error',
      ])
      expect(read.map(({ type }) => type)).toEqual(read.map(() => 'error'))
    }
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('sends heartbeats while the engine is silent, and stops it when the caller goes', async () => {
    let isStopped = false
    const { post, engine } = await startOver({ keepAliveMs: 20 }, async function* () {
      try {
        yield [{ type: 'started' }]
        await new Promise((resolve) => engine.calls[0]?.signal.addEventListener('abort', resolve))
      } finally {
        isStopped = true
      }
    })
    const response = await post(path, { stream: true })
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes(': keep-alive\n\n')) text += new TextDecoder().decode((await reader?.read())?.value)
    expect(text).toMatch(/^event: (?:message_start|response\.created)\n/)
    await reader?.cancel()
    await vi.waitFor(() => expect(isStopped).toBe(true))
  })

  test('asks the engine for usage in a stream, and counts the chat', async () => {
    const { post, engine, lines } = await startOver()
    await (await post(path, { stream: true })).text()
    expect(engine.calls[0]?.request.stream_options).toEqual({ include_usage: true })
    const line = lines.find(({ message }) => message === 'chat finished')
    expect(line?.fields).toMatchObject({ model: 'acme/tiny', caller: 'tester', pieces: 2 })
    expect(lines.filter(({ message }) => message === 'request')).toEqual([])
  })

  test('answers any JSON with a reply or a 400', async () => {
    const { post } = await startOver()
    const fields = fc.dictionary(
      fc.constantFrom(
        'messages',
        'input',
        'system',
        'tools',
        'max_tokens',
        'stream',
        'thinking',
        'text',
        'temperature',
      ),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 3 },
    )
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const response = await post(path, given)
        await response.text()
        expect([200, 400]).toContain(response.status)
      }),
    )
  })
})

test.each<[Partial<Engine>, boolean]>([
  [{}, true],
  [{ label: 'Ollama' }, true],
  [{ label: 'DeepSeek' }, true],
  [{ label: 'Groq' }, false],
  [{ label: 'Mistral' }, false],
])('the engine %o gets the reasoning before calls back: %s', async (facts, isKept) => {
  const engine = { ...createStubEngine(), ...facts }
  const { service } = await startTestService([engine])
  const turns = [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: '' },
        { type: 'tool_use', id: 'c', name: 'f', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Done' }] },
  ]
  await service.fetch(
    new Request('http://parley.test/v1/messages', {
      method: 'POST',
      headers: { 'x-api-key': callerKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodies['/v1/messages'], messages: turns }),
    }),
  )
  const [, reply] = engine.calls[0]?.request.messages ?? []
  expect(reply).toMatchObject({ role: 'assistant', tool_calls: [{ id: 'c' }] })
  expect(reply?.['reasoning_content']).toBe(isKept ? 'Hm' : undefined)
})

test('OpenAI’s own models get the limit under the name that all of them accept', async () => {
  const engine = { ...createStubEngine(), maker: 'openai' as const }
  const { service } = await startTestService([engine])
  await service.fetch(
    new Request('http://parley.test/v1/messages', {
      method: 'POST',
      headers: { 'x-api-key': callerKey, 'content-type': 'application/json' },
      body: JSON.stringify(bodies['/v1/messages']),
    }),
  )
  expect(engine.calls[0]?.request).toMatchObject({ max_completion_tokens: 50 })
  expect(engine.calls[0]?.request).not.toHaveProperty('max_tokens')
})
