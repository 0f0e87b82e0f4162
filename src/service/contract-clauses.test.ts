import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { chatCompletionChunk } from '#contract/chat.ts'
import { errorBody } from './api/openapi.ts'
import { errorCodes, errorOf, type ErrorCode } from '#contract/errors.ts'
import { callerKey, startTestService } from './running-service.test-support.ts'
import { refuse } from './service-error.ts'
import { createStubEngine } from './stub-engine.test-support.ts'

// Decisions of the contract that no other test covers.

const two = (text: string, choice: number): ChatEvent => ({ type: 'text', choice, text })
const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop', 1: 'length' } }

describe('contract: Chat', () => {
  test.each(['temperature', 'max_tokens', 'stream', 'stream_options'])(
    'null for %s counts as absent and is not forwarded',
    async (name) => {
      const engine = createStubEngine()
      const { chat } = await startTestService([engine])
      expect((await chat({ [name]: null })).headers.get('content-type')).toBe('application/json')
      expect(JSON.parse(JSON.stringify(engine.calls[0]?.request))).not.toHaveProperty(name)
    },
  )

  test('temperature and max_tokens have no default', async () => {
    const engine = createStubEngine()
    await (await startTestService([engine])).chat()
    expect(Object.keys(engine.calls[0]?.request ?? {})).toEqual(['model', 'messages'])
  })

  test('several choices keep their index, role and finish reason', async () => {
    const engine = createStubEngine({
      async *reply() {
        yield [two('a', 1), two('b', 0)]
        yield [finished]
      },
    })
    const { chat } = await startTestService([engine])
    const single = await (await chat({ n: 2 })).json()
    expect(single.choices).toMatchObject([
      { index: 0, message: { content: 'b' }, finish_reason: 'stop' },
      { index: 1, message: { content: 'a' }, finish_reason: 'length' },
    ])
    const frames = (await (await chat({ n: 2, stream: true })).text()).split('\n\n').slice(0, -2)
    const choices = frames.flatMap((frame) => chatCompletionChunk.parse(JSON.parse(frame.slice(6))).choices)
    expect(choices.map(({ index, delta, finish_reason: reason }) => [index, delta.role, reason])).toEqual([
      [1, 'assistant', null],
      [0, 'assistant', null],
      [0, undefined, 'stop'],
      [1, undefined, 'length'],
    ])
  })

  test('a reply to the engine’s id has the published id', async () => {
    const { chat, get } = await startTestService([createStubEngine({ models: [{ id: 'llama3.2:3b' }] })])
    expect((await (await chat({ model: 'llama3.2:3b' })).json()).model).toBe('community/llama3.2:3b')
    expect((await (await get('/v1/models/llama3.2:3b')).json()).id).toBe('community/llama3.2:3b')
  })
})

describe('contract: Catalogue', () => {
  test('unknown details are empty, not invented', async () => {
    const { get } = await startTestService([createStubEngine({ models: [{ id: 'nobody-knows' }] })])
    expect(await (await get('/v1/models/nobody-knows')).json()).toMatchObject({
      author: 'community',
      description: '',
      created: 0,
      slug: 'nobody-knows',
      name: 'nobody-knows',
      pricing: [],
      context_length: 4096,
      context_length_known: false,
    })
  })

  test('an unknown context length refuses no request', async () => {
    const { chat } = await startTestService([createStubEngine({ models: [{ id: 'acme/tiny' }] })])
    expect((await chat({ messages: [{ role: 'user', content: 'x'.repeat(50_000) }] })).status).toBe(200)
  })

  test('the first of two engines with the same id serves it', async () => {
    const [first, second] = [createStubEngine({ name: 'first' }), createStubEngine({ name: 'second' })]
    await (await startTestService([first, second])).chat()
    expect([first.calls.length, second.calls.length]).toEqual([1, 0])
  })
})

describe('contract: Keys', () => {
  test('no field, header or query chooses where the service connects', async () => {
    const [first, second] = [createStubEngine({ name: 'first' }), createStubEngine({ name: 'second', models: [] })]
    const { chat } = await startTestService([first, second])
    const elsewhere = {
      base_url: 'http://evil.test',
      api_base: 'http://evil.test',
      engine: 'second',
      provider: 'second',
    }
    const headers = {
      authorization: `Bearer ${callerKey}`,
      'content-type': 'application/json',
      'x-engine': 'second',
      'x-base-url': 'http://evil.test',
    }
    expect((await chat(elsewhere, { headers })).status).toBe(200)
    expect([first.calls.length, second.calls.length]).toEqual([1, 0])
  })
})

describe('contract: Errors', () => {
  const upstream = Object.keys(errorCodes).filter((code): code is ErrorCode => code.startsWith('upstream_'))

  test.each<ErrorCode>([...upstream, 'overloaded', 'rate_limit_exceeded'])(
    'an engine’s %s is a status before the first byte, and a frame after it',
    async (code) => {
      const early = createStubEngine({
        reply() {
          throw refuse(code, 'Said by the engine.')
        },
      })
      const late = createStubEngine({
        async *reply() {
          yield [two('Hal', 0)]
          yield [{ type: 'failed', error: errorOf(code, 'Said by the engine.') }]
        },
      })
      for (const stream of [true, false]) {
        const response = await (await startTestService([early])).chat({ stream })
        expect(response.status).toBe(errorCodes[code].status)
        expect(errorBody.parse(await response.json()).error).toMatchObject({ code, type: errorCodes[code].type })
      }
      const streamed = await (await startTestService([late])).chat({ stream: true })
      expect([streamed.status, await streamed.text()]).toEqual([
        200,
        expect.stringMatching(new RegExp(`"error":.*"code":"${code}".*\\n\\n$`)),
      ])
    },
  )

  test('an engine’s 4xx keeps its status and message in our shape', async () => {
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'failed', error: { message: 'no such tool', type: 'bad', param: 'tools', code: '422' } }]
      },
    })
    const response = await (await startTestService([engine])).chat()
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      error: { message: 'no such tool', type: 'bad', param: 'tools', code: null },
    })
  })

  test.each([
    ['429', 429, 'rate_limit_error'],
    ['400', 400, 'invalid_request_error'],
    ['500', 502, 'upstream_error'],
  ])('an engine error with the numeric code %s becomes %d with type %s', async (code, status, type) => {
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'failed', error: { message: 'No.', type: 'upstream_error', param: null, code } }]
      },
    })
    const response = await (await startTestService([engine])).chat()
    expect(response.status).toBe(status)
    expect(errorBody.parse(await response.json()).error).toMatchObject({ type, code: null })
  })

  const ofAnother = [
    'invalid_api_key',
    'origin_not_allowed',
    'internal_error',
    'overloaded',
    '401',
    '403',
    '407',
    '500',
  ]
  test.each(ofAnother)('an engine error %s with status 200 becomes a 502', async (code) => {
    const error = { message: 'Said by the engine.', type: 'authentication_error', param: null, code }
    const engine = createStubEngine({
      async *reply() {
        yield [{ type: 'failed', error }]
      },
    })
    for (const stream of [true, false]) {
      const response = await (await startTestService([engine])).chat({ stream })
      expect(response.status).toBe(502)
      const shown = { ...error, type: 'upstream_error', code: /^\d/.test(code) ? null : code }
      expect(await response.json()).toEqual({ error: shown })
    }
  })

  test.each(['server_error', 'overloaded', 'rate_limit_error', 'internal_error'])(
    'an engine failure of type %s gets our type, as a response and as a frame',
    async (type) => {
      const failed = { type: 'failed', error: { message: 'm', type, param: null, code: '503' } } as const
      const early = createStubEngine({
        async *reply() {
          yield [failed]
        },
      })
      const late = createStubEngine({
        async *reply() {
          yield [two('Hal', 0)]
          yield [failed]
        },
      })
      const error = { message: 'm', type: 'upstream_error', param: null, code: null }
      expect(await (await (await startTestService([early])).chat()).json()).toEqual({ error })
      const streamed = await (await (await startTestService([late])).chat({ stream: true })).text()
      expect(streamed.endsWith(`data: ${JSON.stringify({ error })}\n\n`)).toBe(true)
    },
  )
})
