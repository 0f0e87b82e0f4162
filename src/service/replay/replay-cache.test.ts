import { describe, expect, test } from 'vitest'
import { startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine, replyWith, untilAborted } from '#service/stub-engine.test-support.ts'
import { type Reply, hello, startWithReplays } from './replay-cache.test-support.ts'

/** A stream's frames without what is new in each reply. */
function frames(text: string): string {
  return text.replaceAll(/"id":"chatcmpl-\w+"/g, '"id":""').replaceAll(/"created":\d+/g, '"created":0')
}

/** The stream's text, reason and usage, however they are cut into frames. */
function contentOf(text: string) {
  const chunks = text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)) as { choices: Choice[]; usage?: unknown })
  const choices = chunks.flatMap(({ choices: each }) => each)
  return {
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    reason: choices.at(-1)?.finish_reason,
    usage: chunks.at(-1)?.usage,
    isDone: text.endsWith('data: [DONE]\n\n'),
  }
}
interface Choice {
  delta: { content?: string }
  finish_reason: string | null
}

describe('an identical request', () => {
  test('gets the same reply without a call, under a new id and time', async () => {
    const { engine, chat, lookups, pass } = await startWithReplays()
    const first = await chat()
    pass(5000)
    const second = await chat()
    expect([first.cache, second.cache]).toEqual(['miss', 'hit'])
    expect(engine.calls).toHaveLength(1)
    expect(lookups).toEqual(['miss', 'hit'])
    expect(frames(second.text)).toBe(frames(first.text))
    const [one, other] = [first, second].map(({ text }) => JSON.parse(text) as { id: string; created: number })
    expect(other?.id).not.toBe(one?.id)
    expect(other?.created).toBe((one?.created ?? 0) + 5)
  })

  test.each([
    [false, true],
    [true, false],
    [true, true],
  ])('shares the reply whether streamed or whole: %s, then %s', async (firstStreams, secondStreams) => {
    const { engine, chat } = await startWithReplays()
    await chat({ stream: firstStreams })
    const { text, cache } = await chat({ stream: secondStreams, stream_options: { include_usage: true } })
    expect(cache).toBe('hit')
    expect(engine.calls).toHaveLength(1)
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    if (secondStreams) {
      expect(contentOf(text)).toEqual({ text: 'Hello there', reason: 'stop', usage, isDone: true })
    } else {
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello there' } }]
      expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion', choices, usage })
    }
  })

  test('repeats reasoning, tool calls, log probabilities, unknown fields and all choices', async () => {
    const logprobs = (token: string) => ({ logprobs: { content: [{ token, logprob: -1 }] } })
    const { chat } = await startWithReplays({
      async *reply() {
        yield [{ type: 'started', id: 'theirs', model: 'theirs' }]
        yield [{ type: 'reasoning', choice: 0, text: 'Let me ' }]
        yield [{ type: 'reasoning', choice: 0, text: 'see', extra: { delta: { signature: 'abc' } } }]
        yield [{ type: 'text', choice: 0, text: 'A', extra: { choice: logprobs('A'), chunk: { fingerprint: 'f' } } }]
        yield [{ type: 'text', choice: 0, text: 'B', extra: { choice: logprobs('B') } }]
        yield [{ type: 'text', choice: 1, text: 'Other' }]
        yield [{ type: 'tool', choice: 0, index: 0, id: 'call_1', name: 'sum', arguments: '{"a"' }]
        yield [{ type: 'tool', choice: 0, index: 0, arguments: ':1}' }]
        yield [{ type: 'tool', choice: 0, index: 1, id: 'call_2', name: 'sum', arguments: '{}' }]
        yield [
          {
            type: 'finished',
            reasons: { 0: 'tool_calls', 1: 'length' },
            extra: { chunk: { tier: 'x' } },
            choiceExtras: { 1: { choice: { note: 1 } } },
          },
        ]
      },
    })
    const whole = await chat({ n: 2 })
    expect(whole.text).toContain('"content":[{"token":"A","logprob":-1},{"token":"B","logprob":-1}]')
    const replayed = await chat({ n: 2 })
    expect(replayed.cache).toBe('hit')
    expect(JSON.parse(frames(replayed.text))).toEqual(JSON.parse(frames(whole.text)))
    const streamed = await chat({ n: 3, stream: true })
    const again = await chat({ n: 3, stream: true })
    expect([streamed.cache, again.cache]).toEqual(['miss', 'hit'])
    const withoutPieces = (text: string) => frames(text).replaceAll(/"arguments":"[^}]*"/g, '')
    expect(again.text).toContain('{\\"a\\":1}')
    expect(withoutPieces(again.text).split('\n\n')).toHaveLength(withoutPieces(streamed.text).split('\n\n').length - 1)
    for (const part of ['Let me ', '"signature":"abc"', '"token":"B"', '"fingerprint":"f"', '"tier":"x"', '"note":1'])
      expect(again.text).toContain(part)
  })

  test.each([
    ['/v1/messages', { max_tokens: 500, messages: hello.messages }],
    ['/v1/responses', { input: 'Hi' }],
  ])('is answered from the cache at %s, too', async (path, fields) => {
    const { engine, send } = await startWithReplays()
    const body = { model: 'acme/tiny', ...fields }
    await (await send(path, body)).text()
    for (const stream of [false, true]) {
      const response = await send(path, { ...body, stream })
      expect(response.headers.get('x-parley-cache')).toBe('hit')
      expect(await response.text()).toContain('Hello there')
    }
    expect(engine.calls).toHaveLength(1)
  })

  test('goes to the engine again after the lifetime', async () => {
    const { engine, chat, pass } = await startWithReplays()
    await chat()
    pass(59_999)
    expect((await chat()).cache).toBe('hit')
    pass(1)
    expect((await chat()).cache).toBe('miss')
    expect(engine.calls).toHaveLength(2)
  })
})

describe('a request that differs', () => {
  test.each([[{ temperature: 1 }], [{ model: 'acme/large' }], [{ messages: [{ role: 'user', content: 'Ho' }] }]])(
    'gets a reply of its own: %j',
    async (fields) => {
      const { engine, chat } = await startWithReplays()
      await chat()
      expect((await chat(fields)).cache).toBe('miss')
      expect(engine.calls).toHaveLength(2)
    },
  )

  test('by its key alone isn’t answered with another caller’s reply', async () => {
    const { chat, keyOf } = await startWithReplays()
    await chat()
    expect((await chat({}, { key: await keyOf('phone') })).cache).toBe('miss')
  })

  test('by its key is answered if both keys have the same owner', async () => {
    const { chat, keyOf } = await startWithReplays()
    await chat({}, { key: await keyOf('one', { owner: 'ada' }) })
    expect((await chat({}, { key: await keyOf('two', { owner: 'ada' }) })).cache).toBe('hit')
    expect((await chat({}, { key: await keyOf('three', { owner: 'bob' }) })).cache).toBe('miss')
  })
})

describe('cache-control', () => {
  test('no-store neither reads nor keeps', async () => {
    const { engine, chat, lookups } = await startWithReplays()
    const bypass = { 'cache-control': 'max-age=0, No-Store' }
    expect((await chat({}, bypass)).cache).toBe('miss')
    expect((await chat()).cache).toBe('miss')
    expect((await chat({}, bypass)).cache).toBe('miss')
    expect(engine.calls).toHaveLength(3)
    expect(lookups).toEqual(['miss'])
  })

  test('no-cache replaces what is kept', async () => {
    let calls = 0
    const { chat } = await startWithReplays({ reply: () => replyWith(`Reply ${(calls += 1)}`) })
    await chat()
    expect((await chat({}, { 'cache-control': 'no-cache' })).text).toContain('Reply 2')
    const { cache, text } = await chat()
    expect(cache).toBe('hit')
    expect(text).toContain('Reply 2')
  })
})

describe('nothing is kept of a reply', () => {
  const text = { type: 'text' as const, choice: 0, text: 'Hi' }
  const error = { message: 'It broke.', type: 'server_error', param: null, code: null }

  test.each<[string, Reply]>([
    [
      'that fails in the middle',
      async function* () {
        yield [text]
        yield [{ type: 'failed', error }]
      },
    ],
    [
      'that fails at once',
      async function* () {
        yield [{ type: 'failed', error }]
      },
    ],
    [
      'that is cut',
      async function* () {
        yield [text]
      },
    ],
  ])('%s', async (_name, reply) => {
    const { engine, chat } = await startWithReplays({ reply })
    for (const stream of [true, false, true]) expect((await chat({ stream })).cache).not.toBe('hit')
    expect(engine.calls).toHaveLength(3)
  })

  test('whose caller left', async () => {
    const gone = new AbortController()
    const { engine, send, chat, lines } = await startWithReplays({
      async *reply({ signal }) {
        yield [text]
        if (!gone.signal.aborted) await untilAborted(signal)
        yield* replyWith('rest')
      },
    })
    const left = await send('/v1/chat/completions', { ...hello, stream: true }, { signal: gone.signal })
    gone.abort()
    await left.body?.cancel().catch(() => undefined)
    await expect.poll(() => lines.some(({ message }) => message === 'chat aborted')).toBe(true)
    expect((await chat()).cache).toBe('miss')
    expect(engine.calls).toHaveLength(2)
  })

  test('that a shutdown ended', async () => {
    const { service, send, lookups } = await startWithReplays({
      async *reply({ signal }) {
        yield [text]
        await untilAborted(signal)
        yield [{ type: 'finished', reasons: { 0: 'stop' } }]
      },
      store: {
        get: async () => undefined,
        set: () => Promise.reject(new Error('Nothing may be kept.')),
      },
    })
    const response = await send('/v1/chat/completions', { ...hello, stream: true })
    service.endChats()
    expect(await response.text()).toContain('shutting down')
    expect(lookups).toEqual(['miss'])
  })

  test('that is too long', async () => {
    const long = 'word '.repeat(30)
    const { engine, chat } = await startWithReplays({ maxReplyLength: 400, reply: () => replyWith(long, long, long) })
    for (const stream of [true, false, true]) expect((await chat({ stream })).cache).toBe('miss')
    expect(engine.calls).toHaveLength(3)
  })

  test('to a request with digits that JavaScript loses', async () => {
    const { service, engine, keyOf } = await startWithReplays()
    const key = await keyOf('phone')
    for (const seed of ['9223372036854775807', '9223372036854775806']) {
      const body = `{"model":"acme/tiny","messages":[{"role":"user","content":"Hi"}],"other":${seed}}`
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const url = 'http://parley.test/v1/chat/completions'
      const response = await service.fetch(new Request(url, { method: 'POST', headers, body }))
      expect(response.headers.get('x-parley-cache')).toBe('miss')
    }
    expect(engine.calls).toHaveLength(2)
  })
})

describe('a hit', () => {
  test('costs nothing but a request', async () => {
    const { chat, usage, lines } = await startWithReplays()
    await chat()
    const [before] = await usage()
    expect(before).toMatchObject({ requests: 1, input_tokens: 1, output_tokens: 2, cost: 0.003 })
    for (const stream of [true, false]) expect((await chat({ stream })).cache).toBe('hit')
    const [after] = await usage()
    expect(after).toMatchObject({ requests: 3, input_tokens: 1, output_tokens: 2, cost: 0.003, failed_requests: 0 })
    const fields = lines.filter(({ message }) => message === 'chat finished').map((line) => line.fields)
    expect(fields.map(({ engine }) => engine)).toEqual(['stub', 'replay cache', 'replay cache'])
  })

  test('does not use up the key’s tokens', async () => {
    const { chat, keyOf } = await startWithReplays()
    const key = await keyOf('slow', { tokens_per_minute: 1000 })
    const sent = { max_tokens: 10 }
    await chat(sent, { key })
    const left = async () => (await chat(sent, { key })).response.headers.get('x-ratelimit-remaining-tokens')
    expect(await left()).toBe(await left())
  })

  test.each([
    [401, 'invalid_api_key', async () => 'unknown-key'],
    [403, 'scope_missing', (keyOf: KeyOf) => keyOf('models', { owner: 'ada', scopes: ['models'] })],
    [403, 'model_not_allowed', (keyOf: KeyOf) => keyOf('other', { owner: 'ada', models: ['acme/large'] })],
    [402, 'budget_exceeded', (keyOf: KeyOf) => keyOf('poor', { owner: 'ada', budget_per_day: 0 })],
  ])('is refused with %i %s before the cache is read', async (status, code, makeKey) => {
    const { chat, keyOf, lookups } = await startWithReplays()
    await chat({}, { key: await keyOf('first', { owner: 'ada' }) })
    const { response, text, cache } = await chat({}, { key: await makeKey(keyOf) })
    expect(response.status).toBe(status)
    expect(text).toContain(code)
    expect(cache).toBeNull()
    expect(lookups).toEqual(['miss'])
  })
  type KeyOf = (name: string, terms: object) => Promise<string>
})

test('without a cache, no header is sent', async () => {
  const { chat } = await startTestService([createStubEngine()])
  const response = await chat()
  expect(response.headers.has('x-parley-cache')).toBe(false)
})
