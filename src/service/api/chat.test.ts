import { describe, expect, test, vi } from 'vitest'
import { chatCompletion } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { refuse } from '#service/service-error.ts'
import { createStubEngine, replyWith } from '#service/stub-engine.test-support.ts'

const cut = errorOf('upstream_cut', 'The reply was cut.')

function eventsOf(stream: string): ChatEvent[] {
  const decoder = createChatDecoder()
  return [...decoder.feed(stream), ...decoder.end()]
}

describe('a single reply (seed 2.2, 4.1 rule 1)', () => {
  test.each([{}, { stream: false }, { stream: null }])('is one JSON body with %o', async (fields) => {
    const { chat } = await startTestService([createStubEngine()])
    const response = await chat(fields)
    expect(response.status).toBe(200)
    const completion = chatCompletion.parse(await response.json())
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      model: 'acme/tiny',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    })
  })

  test('that was cut is an error, not a partial reply', async () => {
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'text', choice: 0, text: 'Hel' }]
        yield [{ type: 'failed', error: cut }]
      },
    })
    const { chat } = await startTestService([engine])
    const response = await chat()
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ error: cut })
  })
})

describe('a streamed reply (seed 4.1 rule 2)', () => {
  test('is sent as events that proxies must not buffer', async () => {
    const { chat } = await startTestService([createStubEngine()])
    const response = await chat({ stream: true, stream_options: { include_usage: true } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    const stream = await response.text()
    expect(stream).toMatch(/data: \[DONE\]\n\n$/)
    expect(eventsOf(stream).map(({ type }) => type)).toEqual(['started', 'text', 'text', 'usage', 'finished'])
  })

  test('that fails before its first content gets an HTTP status', async () => {
    const refusing = createStubEngine({
      reply() {
        throw refuse('rate_limit_exceeded', 'Slow down.', { headers: { 'retry-after': '7' } })
      },
    })
    const failing = createStubEngine({
      async *reply() {
        yield [{ type: 'started' }, { type: 'failed', error: { ...cut, code: '422' } }]
      },
    })
    const roleThenFailing = createStubEngine({
      async *reply() {
        const extra = { choice: { logprobs: null }, delta: { refusal: null } }
        const role: ChatEvent = { type: 'text', choice: 0, text: '', extra }
        yield [{ type: 'started' }, role, { type: 'failed', error: { ...cut, code: '503' } }]
      },
    })
    const silent = createStubEngine({ async *reply() {} })
    const limited = await (await startTestService([refusing])).chat({ stream: true })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await (await startTestService([failing])).chat({ stream: true })).status).toBe(422)
    expect((await (await startTestService([roleThenFailing])).chat({ stream: true })).status).toBe(502)
    expect((await (await startTestService([silent])).chat({ stream: true })).status).toBe(502)
  })

  test.each([
    [
      'says that it failed',
      async function* () {
        yield [{ type: 'failed' as const, error: cut }]
      },
      'upstream_cut',
    ],
    ['ends without an ending', async function* () {}, 'upstream_cut'],
    [
      'throws',
      // oxlint-disable-next-line require-yield -- it fails before the first event
      async function* (): AsyncGenerator<ChatEvent[]> {
        throw new TypeError('broken')
      },
      'internal_error',
    ],
  ])('whose engine %s later ends with an error instead of [DONE]', async (_name, rest, code) => {
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'text', choice: 0, text: 'Hel' }]
        yield* rest()
      },
    })
    const { chat, lines } = await startTestService([engine])
    const stream = await (await chat({ stream: true })).text()
    expect(stream).not.toContain('[DONE]')
    expect(eventsOf(stream).slice(1)).toMatchObject([{ type: 'text' }, { type: 'failed', error: { code } }])
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: 'chat failed', fields: { outcome: 'failed', code } })
  })

  test('that is silent for long opens early and is kept open by comments', async () => {
    vi.useFakeTimers()
    try {
      const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
      const engine = createStubEngine({
        async *reply() {
          await wait(3500)
          yield* replyWith('Late')
        },
      })
      const { chat } = await startTestService([engine], { keepAliveMs: 1000 })
      const asked = chat({ stream: true })
      await vi.advanceTimersByTimeAsync(1100)
      const response = await asked
      expect(response.status).toBe(200)
      const read = response.text()
      await vi.advanceTimersByTimeAsync(3000)
      const stream = await read
      expect(stream).toMatch(/^(: keep-alive\n\n){2,4}data: /)
      expect(eventsOf(stream)).toMatchObject([{ type: 'started' }, { text: 'Late' }, { type: 'finished' }])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that is refused after it opened ends with the error', async () => {
    const engine = createStubEngine({
      // oxlint-disable-next-line require-yield -- it fails before the first event
      async *reply() {
        await new Promise((resolve) => setTimeout(resolve, 30))
        throw refuse('upstream_unreachable', 'The engine cannot be reached.')
      },
    })
    const { chat } = await startTestService([engine], { keepAliveMs: 5 })
    const response = await chat({ stream: true })
    expect(response.status).toBe(200)
    expect(eventsOf(await response.text()).at(-1)).toMatchObject({ error: { code: 'upstream_unreachable' } })
  })

  test('waits for a slow reader instead of filling memory', async () => {
    let given = 0
    const engine = createStubEngine({
      async *reply() {
        for (; given < 10_000; given++) yield [{ type: 'text', choice: 0, text: 'x'.repeat(1000) }]
        yield [{ type: 'finished', reasons: { 0: 'stop' } }]
      },
    })
    const { chat } = await startTestService([engine])
    const response = await chat({ stream: true })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(given).toBeLessThan(50)
    expect(eventsOf(await response.text()).at(-1)).toMatchObject({ type: 'finished' })
    expect(given).toBe(10_000)
  })
})

test('logs one line at the end, without keys or text', async () => {
  const { chat, lines } = await startTestService([createStubEngine()])
  const response = await chat({ messages: [{ role: 'user', content: 'a private matter' }] })
  expect(lines).toEqual([
    {
      level: 'info',
      message: 'chat finished',
      fields: {
        requestId: response.headers.get('x-request-id'),
        caller: 'tester',
        model: 'acme/tiny',
        engine: 'stub',
        outcome: 'finished',
        completionTokens: 2,
        ms: expect.any(Number),
      },
    },
  ])
})

test('sends the engine its own model id, unknown fields and redacted headers', async () => {
  const engine = createStubEngine({ models: [{ id: 'llama3' }] })
  const { chat } = await startTestService([engine])
  await chat({ model: 'community/llama3', top_k: 5 })
  const [call] = engine.calls
  expect(call?.request).toMatchObject({ model: 'llama3', top_k: 5 })
  expect(call?.identity.model).toBe('community/llama3')
  expect(call?.headers).toEqual({ authorization: '(not shown)', 'content-type': 'application/json' })
})
