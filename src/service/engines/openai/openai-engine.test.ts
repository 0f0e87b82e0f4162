import { describe, expect, test, vi } from 'vitest'
import { chatRequest } from '#contract/chat.ts'
import { untilAborted } from '#service/stub-engine.test-support.ts'
import { addressOf, baseCandidates, hideSecrets, secretsOf } from './openai-engine.ts'
import { type ScriptedResponse, callOf, chunk, engineWith, whole } from './scripted-engine.test-support.ts'

describe('OpenAI-style engine', () => {
  describe('a request to an engine', () => {
    test('is sent below the base URL with all of the caller’s fields and the key', async () => {
      const { engine, requests } = engineWith(() => ({ body: [whole] }), { apiKey: 'sk-ours' })
      await engine.complete(callOf({ top_k: 5, temperature: 0 }))
      expect(requests).toHaveLength(1)
      expect(requests[0]).toMatchObject({
        method: 'POST',
        url: 'http://engine.test/v1/chat/completions',
        headers: { authorization: 'Bearer sk-ours', 'content-type': 'application/json' },
      })
      expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
        model: 'tiny',
        messages: [{ role: 'user', content: 'Hi' }],
        top_k: 5,
        temperature: 0,
        stream: false,
      })
    })

    test('preserves numbers in unchanged fields', async () => {
      const { engine, requests } = engineWith(() => ({ body: [whole] }))
      const text =
        '{"model":"acme/tiny","seed":9223372036854775807,"temperature":0.70,"max_tokens":null,' +
        '"messages":[{"role":"user","content":"Hi","id":12345678901234567890}],' +
        '"tools":[{"function":{"parameters":{"maximum":1.0}}}],"mod\\u0065l":"acme/other","stream":true,"__proto__":{"x":1}}'
      const request = { ...chatRequest.parse(JSON.parse(text)), model: 'tiny' }
      await engine.complete({ ...callOf(), request, text })
      expect(requests[0]?.body).toBe(
        '{"messages":[{"role":"user","content":"Hi","id":12345678901234567890}],"temperature":0.70,"stream":false,' +
          '"seed":9223372036854775807,"tools":[{"function":{"parameters":{"maximum":1.0}}}],"model":"tiny"}',
      )
    })

    test('has no thinking that another maker signed, which some engines refuse', async () => {
      const { engine, requests } = engineWith(() => ({ body: [whole] }))
      const text =
        '{"model":"tiny","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":null,"seen":1.0,' +
        '"thinking_blocks":[{"type":"thinking","thinking":"Hm","signature":"c2ln"}],"tool_calls":[]}]}'
      const request = chatRequest.parse(JSON.parse(text))
      const sent =
        '"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":null,"seen":1.0,"tool_calls":[]}]'
      await engine.complete({ ...callOf(), request, text })
      // The request of another interface, which has no text of its own.
      await engine.complete({ ...callOf(), request, text: '{}' })
      expect(requests[0]?.body).toContain(sent)
      expect(requests[1]?.body).toContain(sent.replace('1.0', '1'))
      expect(request.messages[1]).toHaveProperty('thinking_blocks')
    })

    test('has the configured headers, which cannot replace the key', async () => {
      const headers = { 'x-team': 'red', authorization: 'Basic abc' }
      const { engine, requests } = engineWith(() => ({ body: [whole] }), { apiKey: 'sk-ours', headers })
      await engine.complete(callOf())
      expect(requests[0]?.headers).toMatchObject({ 'x-team': 'red', authorization: 'Bearer sk-ours' })
    })

    test('has no authorization without a key', async () => {
      const { engine, requests } = engineWith(() => ({ body: [whole] }))
      await engine.complete(callOf())
      expect(requests[0]?.headers).not.toHaveProperty('authorization')
    })
  })

  describe('a request for a stream', () => {
    const stream = `${chunk('Hi', 'stop')}data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\ndata: [DONE]\n\n`
    const optionsOf = (body: string | undefined) => JSON.parse(body ?? '')['stream_options']

    test.each([
      [{}, { include_usage: true }],
      [
        { stream_options: { include_usage: false, include_obfuscation: false } },
        { include_usage: true, include_obfuscation: false },
      ],
      [{ stream_options: { include_usage: true } }, { include_usage: true }],
    ])('asks for usage: %j', async (fields, expected) => {
      const { engine, requests } = engineWith(() => ({ body: [stream] }))
      await engine.stream(callOf(fields))
      expect(optionsOf(requests[0]?.body)).toEqual(expected)
    })

    test('doesn’t ask engines that refuse the field', async () => {
      const refusal = JSON.stringify({ error: { message: 'Unrecognized argument: stream_options', type: 'invalid' } })
      const { engine, requests } = engineWith(({ body }) =>
        optionsOf(body) ? { status: 400, body: [refusal] } : { body: [stream] },
      )
      await engine.stream(callOf())
      await engine.stream(callOf())
      expect(requests.map(({ body }) => optionsOf(body))).toEqual([{ include_usage: true }, undefined, undefined])
    })

    test('is sent once if it is refused for another reason', async () => {
      const { engine, requests } = engineWith(() => ({ status: 400, body: ['{"error":{"message":"No such model"}}'] }))
      await expect(engine.stream(callOf())).rejects.toThrow('No such model')
      expect(requests).toHaveLength(1)
    })
  })

  describe('a single reply', () => {
    test('is read as JSON or as a stream', async () => {
      const completion = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], model: 'acme/tiny' }
      for (const body of [whole, `${chunk('H')}${chunk('i', 'stop')}data: [DONE]\n\n`]) {
        const { engine } = engineWith(() => ({ body: [body] }))
        expect(await engine.complete(callOf())).toMatchObject(completion)
      }
    })

    test.each([
      ['<html>', 502, 'upstream_invalid'],
      ['{"error":{"message":"too long","code":400}}', 400, null],
      ['{"error":{"message":"no key","code":401}}', 502, null],
      ['{"error":{"message":"no key","code":"invalid_api_key"}}', 502, 'invalid_api_key'],
      ['{"choices":[', 502, 'upstream_cut'],
      ['{"choices":[NaN]}', 502, 'upstream_invalid'],
      ['data: {"type":"message_start"}\n\ndata: [DONE]\n\n', 502, 'upstream_invalid'],
      [chunk('Hi'), 502, 'upstream_cut'],
    ])('refuses %s with %d', async (body, status, code) => {
      const { engine } = engineWith(() => ({ body: [body] }))
      await expect(engine.complete(callOf())).rejects.toMatchObject({ status, detail: { code } })
    })
  })

  describe('refusals', () => {
    test.each(['stream', 'complete'] as const)('%s rejects with the engine’s error', async (way) => {
      const { engine } = engineWith(() => ({ status: 400, body: ['{"error":{"message":"no (sk-ours-123)"}}'] }), {
        apiKey: 'sk-ours-123',
      })
      await expect(engine[way](callOf())).rejects.toMatchObject({ status: 400, message: 'no ((not shown))' })
    })

    test('report an unreachable engine', async () => {
      const { engine } = engineWith(() => {
        throw new TypeError('fetch failed: sk-ours')
      })
      await expect(engine.complete(callOf())).rejects.toMatchObject({
        status: 502,
        detail: { code: 'upstream_unreachable', message: expect.not.stringContaining('sk-ours') },
      })
    })

    test('do not report a caller who disconnected as an engine failure', async () => {
      const caller = new AbortController()
      const { engine, requests } = engineWith(({ cancellation: { signal } }) => ({
        body: (async function* () {
          yield ' '
          await untilAborted(signal)
          throw signal.reason
        })(),
      }))
      const asked = engine.complete(callOf({}, caller.signal))
      await vi.waitFor(() => expect(requests).toHaveLength(1))
      caller.abort()
      await expect(asked).rejects.toBe(caller.signal.reason)
    })

    test('keep the abort reason if the transport throws another error', async () => {
      const caller = new AbortController()
      const { engine, requests } = engineWith(({ cancellation: { signal } }) => ({
        body: (async function* () {
          yield ' '
          await untilAborted(signal)
          throw new Error('socket closed')
        })(),
      }))
      const asked = engine.complete(callOf({}, caller.signal))
      await vi.waitFor(() => expect(requests).toHaveLength(1))
      caller.abort()
      await expect(asked).rejects.toBe(caller.signal.reason)
    })
  })

  describe('models', () => {
    const signal = new AbortController().signal
    const list = { body: ['{"data":[{"id":"tiny"}]}'] }

    test('are requested with the key', async () => {
      const { engine, requests } = engineWith(() => list, { apiKey: 'sk-ours' })
      expect(await engine.models(signal)).toEqual([{ id: 'tiny' }])
      expect(requests[0]).toMatchObject({
        method: 'GET',
        url: 'http://engine.test/v1/models',
        headers: { authorization: 'Bearer sk-ours' },
      })
    })

    test('are requested in the engine’s own way, but chats with a bearer key', async () => {
      const listing = { query: 'limit=1000', headers: { 'x-api-key': 'sk-ours', 'x-version': '1' } }
      const answer: ScriptedResponse = ({ method }) => (method === 'GET' ? list : { body: [whole] })
      const { engine, requests } = engineWith(answer, { apiKey: 'sk-ours', listing })
      expect(await engine.models(signal)).toEqual([{ id: 'tiny' }])
      await engine.complete(callOf())
      const [asked, chat] = requests
      expect(asked).toMatchObject({ url: 'http://engine.test/v1/models?limit=1000', headers: listing.headers })
      expect(asked?.headers).not.toHaveProperty('authorization')
      expect(chat).toMatchObject({
        url: 'http://engine.test/v1/chat/completions',
        headers: { authorization: 'Bearer sk-ours' },
      })
      expect(chat?.headers).not.toHaveProperty('x-api-key')
    })

    test('of a bare host are found under /v1 or at the root, as are its chats', async () => {
      const atRoot: ScriptedResponse = ({ url, method }) =>
        url.includes('/v1/') ? { status: 404 } : method === 'GET' ? list : { body: [whole] }
      const { engine, requests } = engineWith(atRoot, { baseUrl: 'http://engine.test' })
      expect(await engine.models(signal)).toEqual([{ id: 'tiny' }])
      await engine.complete(callOf())
      expect(requests.at(-1)?.url).toBe('http://engine.test/chat/completions')
    })

    test('of a bare host that refuses the key fail for that reason', async () => {
      const atV1: ScriptedResponse = ({ url }) => ({ status: url.includes('/v1/') ? 401 : 404 })
      for (const models of [undefined, ['tiny']]) {
        const { engine } = engineWith(atV1, { baseUrl: 'http://engine.test', ...(models && { models }) })
        await expect(engine.models(signal)).rejects.toMatchObject({ detail: { code: 'upstream_refused' } })
      }
    })

    test('are the same list until the engine’s response changes', async () => {
      let body = '{"data":[{"id":"tiny"}]}'
      const { engine } = engineWith(() => ({ body: [body] }))
      const first = await engine.models(signal)
      expect(await engine.models(signal)).toBe(first)
      body = '{"data":[{"id":"other"}]}'
      expect(await engine.models(signal)).toEqual([{ id: 'other' }])
    })

    test('are exactly the configured ones, with their details from the list', async () => {
      const listed = { body: ['{"data":[{"id":"tiny","context_length":5},{"id":"other"}]}'] }
      const { engine } = engineWith(() => listed, { models: ['tiny', 'unlisted'] })
      expect(await engine.models(signal)).toEqual([{ id: 'tiny', context_length: 5 }, { id: 'unlisted' }])
    })

    test('are the configured ones if there is no list, unless the engine is down', async () => {
      const models = ['tiny']
      expect(await engineWith(() => ({ status: 404 }), { models }).engine.models(signal)).toEqual([{ id: 'tiny' }])
      const down: ScriptedResponse = () => {
        throw new TypeError('fetch failed')
      }
      await expect(engineWith(down, { models }).engine.models(signal)).rejects.toMatchObject({ status: 502 })
      await expect(engineWith(() => ({ status: 401 }), { models }).engine.models(signal)).rejects.toMatchObject({
        status: 502,
      })
    })

    test.each([
      [{ status: 401 }, 'upstream_refused'],
      [{ body: ['<html>'] }, 'upstream_invalid'],
      [{ status: 302 }, 'upstream_invalid'],
    ])('fail on %o', async (answer, code) => {
      const { engine } = engineWith(() => answer)
      await expect(engine.models(signal)).rejects.toMatchObject({ detail: { code } })
    })
  })
})

describe('addresses', () => {
  test.each([
    ['http://127.0.0.1:11434', ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434']],
    ['http://127.0.0.1:11434/', ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/']],
    ['https://api.test/v1', ['https://api.test/v1']],
  ])('of %s may be %o', (baseUrl, candidates) => {
    expect(baseCandidates(baseUrl)).toEqual(candidates)
  })

  test.each([
    ['http://a.test', 'http://a.test/models'],
    ['http://a.test/v1', 'http://a.test/v1/models'],
    ['http://a.test/v1//', 'http://a.test/v1/models'],
    ['http://a.test/x/y?api-version=1', 'http://a.test/x/y/models?api-version=1'],
  ])('of the models of %s is %s', (baseUrl, address) => {
    expect(addressOf(baseUrl, 'models')).toBe(address)
  })
})

describe('hideSecrets', () => {
  const error = (message: string) => ({ message, type: 'e', param: null, code: 'e' })

  describe('a secret that an engine receives', () => {
    const secrets = secretsOf({
      apiKey: 'sk-ours',
      headers: { 'api-key': 'header-secret', authorization: 'Basic YWJjOmRlZg==', 'x-version': '1' },
    })

    test.each([
      ['no sk-ours!', 'no (not shown)!'],
      ['header-secret is wrong', '(not shown) is wrong'],
      ['Basic YWJjOmRlZg==', '(not shown)'],
      ['YWJjOmRlZg== is wrong', '(not shown) is wrong'],
      ['1 model', '1 model'],
    ])('is removed from its errors: %s', (told, shown) => {
      expect(hideSecrets(error(told), secrets).message).toBe(shown)
    })

    test('is removed with unknown fields', () => {
      expect(hideSecrets({ ...error('no'), detail: { key: 'sk-ours' } }, secrets)).toEqual(error('no'))
      expect(hideSecrets({ ...error('no'), detail: 5 }, secrets)).toEqual({ ...error('no'), detail: 5 })
    })

    test('may be empty', () => {
      expect(hideSecrets(error('text'), secretsOf({ apiKey: '' }))).toEqual(error('text'))
    })
  })
})
