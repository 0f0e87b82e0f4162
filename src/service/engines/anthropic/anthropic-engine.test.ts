import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createMessageDecoder } from '#dialects/messages/decoder.ts'
import { callOf } from '#service/engines/openai/scripted-engine.test-support.ts'
import { decodeText, textSourceFrom, type TransportRequest } from '#service/engines/openai/transport.ts'
import { systemClock } from '#service/service-context.ts'
import { createAnthropicEngine } from './anthropic-engine.ts'

const frame = (type: string, fields: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const start = (usage: object = { input_tokens: 25, output_tokens: 1 }) =>
  frame('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      usage,
    },
  })
const block = (index: number, content: object, ...deltas: object[]) =>
  frame('content_block_start', { index, content_block: content }) +
  deltas.map((delta) => frame('content_block_delta', { index, delta })).join('') +
  frame('content_block_stop', { index })
const say = (index: number, ...texts: string[]) =>
  block(index, { type: 'text', text: '' }, ...texts.map((text) => ({ type: 'text_delta', text })))
const ending = (reason: string, usage: object = { output_tokens: 15 }, rest: object = {}) =>
  frame('message_delta', { delta: { stop_reason: reason, stop_sequence: null, ...rest }, usage }) +
  frame('message_stop')
const ping = frame('ping')

/** The documented sequence with everything in it. */
const rich = [
  start({ input_tokens: 25, cache_creation_input_tokens: 100, cache_read_input_tokens: 875, output_tokens: 1 }),
  ping,
  block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Let me ' },
    { type: 'thinking_delta', thinking: 'see.' },
    { type: 'signature_delta', signature: 'c2ln' },
  ),
  block(1, { type: 'redacted_thinking', data: 'aGlk' }),
  say(2, 'Grüße ', '👋'),
  block(
    3,
    { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
    { type: 'input_json_delta', partial_json: '{"city": "Ber' },
    { type: 'input_json_delta', partial_json: 'gen"}' },
  ),
  block(
    4,
    { type: 'tool_use', id: 'toolu_2', name: 'time', input: {} },
    { type: 'input_json_delta', partial_json: '' },
  ),
  ending('tool_use', { output_tokens: 40 }),
].join('')

const richUsage = {
  prompt_tokens: 1000,
  completion_tokens: 40,
  total_tokens: 1040,
  prompt_tokens_details: { cached_tokens: 875, cache_write_tokens: 100 },
}

type Answer = (request: TransportRequest) => {
  status?: number
  headers?: Record<string, string>
  body?: Iterable<string>
}

function engineOver(answer: Answer, settings: { headers?: Record<string, string>; models?: string[] } = {}) {
  const requests: TransportRequest[] = []
  const bytes = new TextEncoder()
  const engine = createAnthropicEngine(
    { name: 'claude', baseUrl: 'http://engine.test/v1', apiKey: 'sk-ant-secret', ...settings },
    {
      clock: systemClock,
      transport: async (request) => {
        requests.push(request)
        const { status = 200, headers = {}, body = [] } = answer(request)
        async function* encoded() {
          for (const piece of body) yield bytes.encode(piece)
        }
        return { status, header: (name) => headers[name] ?? null, text: textSourceFrom(decodeText(encoded())) }
      },
    },
  )
  return { engine, requests }
}

async function eventsOf(body: Iterable<string>): Promise<ChatEvent[]> {
  const events: ChatEvent[] = []
  for await (const batch of await engineOver(() => ({ body })).engine.stream(callOf())) events.push(...batch)
  return events
}

const joined = (events: readonly ChatEvent[], type: 'text' | 'reasoning') =>
  events.map((event) => (event.type === type ? event.text : '')).join('')

describe('a request to Anthropic', () => {
  test('has its headers, its body and the key', async () => {
    const { engine, requests } = engineOver(() => ({ body: [start(), say(0, 'Hi'), ending('end_turn')] }))
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hi' },
    ]
    await engine.complete(callOf({ messages, stop: 'END', max_tokens: 50, temperature: 0.5 }))
    expect(requests[0]?.url).toBe('http://engine.test/v1/messages')
    expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'sk-ant-secret', 'anthropic-version': '2023-06-01' })
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      model: 'tiny',
      max_tokens: 50,
      temperature: 0.5,
      system: 'Be brief.',
      stop_sequences: ['END'],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stream: true,
    })
  })

  test('lists the models of all pages, with what they can do', async () => {
    const supported = { supported: true }
    const big = {
      type: 'model',
      id: 'claude-big',
      display_name: 'Claude Big',
      created_at: '2026-01-01T00:00:00Z',
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      capabilities: {
        image_input: supported,
        structured_outputs: { supported: false },
        thinking: { supported: true, types: { adaptive: supported } },
        effort: supported,
      },
    }
    const { engine, requests } = engineOver(({ url }) => ({
      body: [
        url.includes('after_id=claude-big')
          ? JSON.stringify({ data: [{ type: 'model', id: 'claude-old' }], has_more: false, last_id: 'claude-old' })
          : url.includes('/models')
            ? JSON.stringify({ data: [big], has_more: true, last_id: 'claude-big' })
            : start() + say(0, 'Hi') + ending('end_turn'),
      ],
    }))
    const models = await engine.models(new AbortController().signal)
    expect(models).toMatchObject([
      {
        id: 'claude-big',
        name: 'Claude Big',
        context_length: 200_000,
        capabilities: ['streaming', 'function_calling', 'vision', 'reasoning'],
        lacks: ['structured_output'],
      },
      { id: 'claude-old' },
    ])
    await engine.complete(callOf({ model: 'claude-big', reasoning_effort: 'high' }))
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toMatchObject({
      max_tokens: 64_000,
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
  })

  test('goes to the configured models if there is no list, unless the engine is down', async () => {
    const models = ['claude-big']
    const { engine } = engineOver(
      ({ method }) => (method === 'GET' ? { status: 404 } : { body: [start(), say(0, 'Hi'), ending('end_turn')] }),
      { models },
    )
    const { signal } = new AbortController()
    expect(await engine.models(signal)).toEqual([{ id: 'claude-big' }])
    expect(await engine.complete(callOf({ model: 'claude-big' }))).toMatchObject({ model: 'acme/tiny' })
    for (const status of [401, 503]) {
      await expect(engineOver(() => ({ status }), { models }).engine.models(signal)).rejects.toMatchObject({
        status: 502,
      })
    }
  })

  test('that can’t be translated is refused with the field', async () => {
    const { engine, requests } = engineOver(() => ({}))
    const asked = engine.complete(callOf({ response_format: { type: 'json_object' } }))
    await expect(asked).rejects.toMatchObject({ status: 400, detail: { param: 'response_format.type' } })
    expect(requests).toEqual([])
  })
})

describe('the tokens of a request to Anthropic', () => {
  test('are counted by its own endpoint, with only the fields that it knows', async () => {
    const { engine, requests } = engineOver(() => ({ body: ['{"input_tokens":42}'] }))
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'Hi' },
    ]
    expect(await engine.countTokens?.(callOf({ messages, max_tokens: 50, stop: 'END', stream: true }))).toBe(42)
    expect(requests[0]?.url).toBe('http://engine.test/v1/messages/count_tokens')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      model: 'tiny',
      system: 'Be brief.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    })
  })

  test.each(['{}', '{"input_tokens":-1}', '<html>'])('must be a number: %s', async (body) => {
    const counted = engineOver(() => ({ body: [body] })).engine.countTokens?.(callOf())
    await expect(counted).rejects.toMatchObject({ status: 502, detail: { code: 'upstream_invalid' } })
  })
})

describe('a reply of Anthropic', () => {
  test('becomes a completion, with usage counted once', async () => {
    const completion = await engineOver(() => ({ body: [rich] })).engine.complete(callOf())
    expect(completion).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'Grüße 👋',
            reasoning_content: 'Let me see.',
            thinking_blocks: [
              { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
              { type: 'redacted_thinking', data: 'aGlk' },
            ],
            tool_calls: [
              { id: 'toolu_1', function: { name: 'weather', arguments: '{"city": "Bergen"}' } },
              { id: 'toolu_2', function: { name: 'time', arguments: '{}' } },
            ],
          },
        },
      ],
      usage: richUsage,
    })
  })

  test('is the same however its stream is split', () => {
    const whole = createMessageDecoder()
    const expected = [...whole.feed(rich), ...whole.end()]
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
        const decoder = createMessageDecoder()
        const events: ChatEvent[] = []
        for (let at = 0, turn = 0; at < rich.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          events.push(...decoder.feed(rich.slice(at, at + size)))
          at += size
        }
        expect([...events, ...decoder.end()]).toEqual(expected)
      }),
    )
  })

  test.each([
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['something_new', 'stop'],
  ])('ends with the reason %s as %s', async (reason, expected) => {
    const events = await eventsOf([start(), say(0, 'Hi'), ending(reason)])
    expect(events.at(-1)).toEqual({ type: 'finished', reasons: { 0: expected } })
  })

  test('tells which stop sequence ended it', async () => {
    const events = await eventsOf([start(), say(0, 'Hi'), ending('stop_sequence', {}, { stop_sequence: 'END' })])
    expect(events.at(-1)).toMatchObject({
      reasons: { 0: 'stop' },
      choiceExtras: { 0: { choice: { stop_sequence: 'END' } } },
    })
  })

  test('may be one JSON message', async () => {
    const usage = { input_tokens: 3, output_tokens: 2 }
    const message = { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'max_tokens', usage }
    const events = await eventsOf([JSON.stringify(message)])
    expect(joined(events, 'text')).toBe('Hi')
    expect(events.at(-1)).toEqual({ type: 'finished', reasons: { 0: 'length' } })
  })

  test.each([
    ['is cut between frames', [start(), say(0, 'Half')], 'upstream_cut'],
    ['is cut within a frame', [start(), say(0, 'Half'), 'event: message_delta\ndata: {"type":"mess'], 'upstream_cut'],
    ['stops without a reason', [start(), say(0, 'Half'), frame('message_stop')], 'upstream_cut'],
    [
      'has a frame that isn’t JSON',
      [start(), say(0, 'Half'), 'data: oops\n\n', ending('end_turn')],
      'upstream_invalid',
    ],
    ['is a web page', ['<!doctype html><title>Hi</title>'], 'upstream_invalid'],
    ['is empty', [], 'upstream_invalid'],
    ['is JSON of nothing', ['{}'], 'upstream_invalid'],
    ['is half a JSON message', ['{"type":"message","content":[{"ty'], 'upstream_cut'],
    [
      'has an error event',
      [start(), say(0, 'Half'), frame('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })],
      'overloaded_error',
    ],
    ['is an error inside a success', ['{"type":"error","error":{"type":"api_error","message":"x"}}'], 'api_error'],
  ])('fails if it %s', async (_, body, code) => {
    const events = await eventsOf(body)
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code } })
    const whole = engineOver(() => ({ body })).engine.complete(callOf())
    await expect(whole).rejects.toMatchObject({ status: 502, detail: { code } })
  })

  test('that lacks only its last frame is whole', async () => {
    const events = await eventsOf([start(), say(0, 'Hi'), ending('end_turn').replace(frame('message_stop'), '')])
    expect(events.at(-1)).toMatchObject({ type: 'finished' })
  })

  test('with any frames ends in exactly one ending and no exception', () => {
    const types = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta']
    const fields = ['index', 'delta', 'content_block', 'message', 'usage', 'error', 'type', 'text', 'stop_reason']
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(fc.constantFrom(...fields), tie('any'), { maxKeys: 4 }),
      ),
    })).any
    const event = fc
      .tuple(fc.constantFrom(...types, 'message_stop', 'ping', 'x'), fc.dictionary(fc.constantFrom(...fields), value))
      .map(([type, rest]) => frame(type, { ...rest }))
    fc.assert(
      fc.property(fc.array(fc.oneof(event, fc.string()), { maxLength: 12 }), (frames) => {
        const decoder = createMessageDecoder()
        const events = [...frames.flatMap((each) => decoder.feed(each)), ...decoder.end()]
        expect(events.filter(({ type }) => type === 'finished' || type === 'failed')).toHaveLength(1)
        expect(['finished', 'failed']).toContain(events.at(-1)?.type)
      }),
    )
  })
})

describe('an error of Anthropic', () => {
  const error = (type: string, message = 'Said by Anthropic') =>
    JSON.stringify({ type: 'error', error: { type, message } })

  test.each([
    [400, 'invalid_request_error', 400, 'invalid_request_error'],
    [404, 'not_found_error', 404, 'not_found_error'],
    [413, 'request_too_large', 413, 'request_too_large'],
    [429, 'rate_limit_error', 429, 'rate_limit_error'],
    [500, 'api_error', 502, 'api_error'],
    [529, 'overloaded_error', 502, 'overloaded_error'],
    [401, 'authentication_error', 502, 'upstream_refused'],
  ])('%d %s becomes %d', async (status, type, shown, code) => {
    const answer = () => ({ status, headers: { 'retry-after': '7' }, body: [error(type)] })
    const asked = engineOver(answer).engine.stream(callOf())
    await expect(asked).rejects.toMatchObject({
      status: shown,
      detail: { code },
      headers: shown === 429 || status === 529 ? { 'retry-after': '7' } : {},
    })
  })

  test('about the context has the contract’s code', async () => {
    const body = [error('invalid_request_error', 'prompt is too long: 200001 tokens > 200000 maximum')]
    const asked = engineOver(() => ({ status: 400, body })).engine.complete(callOf())
    await expect(asked).rejects.toMatchObject({
      status: 400,
      detail: { code: 'context_length_exceeded', param: 'messages' },
    })
  })

  test('never shows the key', async () => {
    const body = [error('invalid_request_error', 'bad key sk-ant-secret')]
    const reason: unknown = await engineOver(() => ({ status: 400, body }))
      .engine.complete(callOf())
      .catch((each: unknown) => each)
    expect(JSON.stringify(reason)).not.toContain('sk-ant-secret')
    const inStream = await eventsOf([
      start(),
      frame('error', { error: { type: 'api_error', message: 'sk-ant-secret' } }),
    ])
    expect(JSON.stringify(inStream)).not.toContain('sk-ant-secret')
  })
})
