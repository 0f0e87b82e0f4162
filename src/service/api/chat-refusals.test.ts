import { describe, expect, test } from 'vitest'
import { errorBody } from './openapi.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

const engine = createStubEngine({
  models: [
    { id: 'acme/tiny', context_length: 100 },
    { id: 'acme/unknown' },
    { id: 'acme/soon', status: 'pending' },
    { id: 'acme/off', status: 'inactive' },
    { id: 'acme/gone', status: 'deleted' },
    { id: 'acme/painter', model_type: 'image_generation' },
    { id: 'acme/reader', lacks: ['vision'] },
  ],
})
const { chat } = await startTestService([engine], { maxBodyBytes: 10_000 })
const authorised = { authorization: `Bearer ${callerKey}`, 'content-type': 'application/json' }

async function refusalOf(response: Response) {
  const { error } = errorBody.parse(await response.json())
  expect(response.headers.get('x-request-id')).not.toBeNull()
  return { status: response.status, param: error.param, code: error.code, message: error.message }
}

describe('the caller (seed 5)', () => {
  test.each<Record<string, string>>([
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic Zm9vOmJhcg==' },
    { 'x-api-key': callerKey },
  ])('is refused with %o, before the body is read', async (headers) => {
    const response = await chat({}, { headers, body: 'not json' })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refusalOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  test('does not get a wrong key back in the response', async () => {
    const response = await chat({}, { headers: { authorization: 'Bearer my-precious' } })
    expect(await response.text()).not.toContain('my-precious')
  })
})

describe('the body', () => {
  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'is refused with content type %s',
    async (type) => {
      const headers = { authorization: `Bearer ${callerKey}`, ...(type !== undefined && { 'content-type': type }) }
      expect(await refusalOf(await chat({}, { headers, body: '{}' }))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      })
    },
  )

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
    'is accepted with content type %s',
    async (type) => {
      const response = await chat({}, { headers: { ...authorised, 'content-type': type } })
      expect(response.status).toBe(200)
    },
  )

  test.each(['', '{', 'null,', '{"model":', '\u0000'])('is refused if it is %j', async (body) => {
    expect(await refusalOf(await chat({}, { body }))).toMatchObject({ status: 400, code: 'invalid_json' })
  })

  test('is refused if it nests too deeply, without recursion', async () => {
    const deep = '['.repeat(4000) + ']'.repeat(4000)
    const body = `{"model":"acme/tiny","messages":[{"role":"user","content":"Hi"}],"x":${deep}}`
    expect(await refusalOf(await chat({}, { body }))).toMatchObject({ status: 400, code: 'invalid_json' })
    const quoted = JSON.stringify({ model: 'acme/tiny', messages: [{ role: 'user', content: '[{"\\'.repeat(60) }] })
    expect((await chat({}, { body: quoted })).status).toBe(200)
  })

  test('is refused over the limit, with or without a content-length', async () => {
    const body = JSON.stringify({ pad: 'x'.repeat(20_000) })
    const announced = { ...authorised, 'content-length': String(body.length) }
    expect(await refusalOf(await chat({}, { headers: announced, body }))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
    expect(await refusalOf(await chat({}, { body }))).toMatchObject({ status: 413 })
  })

  test('is not read beyond the limit', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(1000))
      },
    })
    const init: RequestInit & { duplex: string } = { body, duplex: 'half' }
    expect((await chat({}, init)).status).toBe(413)
    expect(pulled).toBeLessThan(20)
  })
})

describe('the fields', () => {
  test.each([
    [{ temperature: 3 }, 'temperature', 'temperature must be a number from 0 to 2.'],
    [{ max_tokens: 0 }, 'max_tokens', 'max_tokens must be a whole number of at least 1.'],
    [{ messages: [] }, 'messages', 'messages must contain at least one message.'],
    [
      { messages: [{ role: 'robot', content: '' }] },
      'messages[0].role',
      'In messages[0]: role must be one of system, user, assistant, developer, tool.',
    ],
    [
      { messages: [{ role: 'user', content: 'Hi' }, { role: 'user' }] },
      'messages[1].content',
      'In messages[1]: content must be a string, an array of parts, or null beside tool_calls.',
    ],
    [
      { stream_options: { include_usage: 'yes' } },
      'stream_options.include_usage',
      'In stream_options: include_usage must be true or false.',
    ],
  ])('refuses %o with a message', async (fields, param, message) => {
    expect(await refusalOf(await chat(fields))).toEqual({ status: 400, code: 'invalid_value', param, message })
  })

  test('refuses a body that is not an object, without a field name', async () => {
    expect(await refusalOf(await chat({}, { body: '[]' }))).toMatchObject({ status: 400, param: null })
  })
})

describe('the model', () => {
  test.each([
    ['acme/none', 404, 'model_not_found'],
    ['acme/gone', 404, 'model_not_found'],
    ['acme/painter', 400, 'invalid_value'],
    ['acme/soon', 409, 'model_not_ready'],
    ['acme/off', 409, 'model_inactive'],
  ])('refuses %s with %d %s', async (model, status, code) => {
    expect(await refusalOf(await chat({ model }))).toMatchObject({ status, code, param: 'model' })
  })

  test('is inactive if only the reference catalogue has it, under all of its ids', async () => {
    const catalogue = createModelCatalogue({ engines: [], reference: referenceCatalogue })
    const service = await startTestService([], { catalogue })
    for (const model of ['openai/gpt-4.1-mini', 'gpt-4.1-mini']) {
      expect(await refusalOf(await service.chat({ model }))).toMatchObject({ status: 409, code: 'model_inactive' })
    }
  })

  test('tells clients not to retry if it is inactive', async () => {
    expect((await chat({ model: 'acme/off' })).headers.get('x-should-retry')).toBe('false')
  })

  test('refuses a prompt over its context length, if known', async () => {
    const long = [
      { role: 'user', content: 'word '.repeat(100) },
      { role: 'user', content: [{ type: 'text', text: 'word '.repeat(100) }] },
    ]
    expect(await refusalOf(await chat({ messages: long }))).toEqual({
      status: 400,
      code: 'context_length_exceeded',
      param: 'messages',
      message:
        'The messages take at least 125 tokens, but the context of “acme/tiny” is 100. Send fewer or shorter messages.',
    })
    // 100 tokens of long words are about 600 characters, and fit.
    const prose = [{ role: 'user', content: 'surely '.repeat(90) }]
    expect((await chat({ messages: prose })).status).toBe(200)
    expect(
      (await chat({ model: 'acme/unknown', messages: [{ role: 'user', content: 'x'.repeat(9000) }] })).status,
    ).toBe(200)
  })

  test('refuses images if it is known to be text-only', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
    const messages = [
      { role: 'user', content: 'Look' },
      { role: 'user', content: [{ type: 'text', text: 'At this' }, image] },
    ]
    expect(await refusalOf(await chat({ model: 'acme/reader', messages }))).toEqual({
      status: 400,
      code: 'invalid_value',
      param: 'messages',
      message:
        '“acme/reader” reads text only, and messages[1] has an image. Remove the image, or choose a model with vision.',
    })
    expect((await chat({ model: 'acme/reader', messages: messages.slice(0, 1) })).status).toBe(200)
    expect((await chat({ model: 'acme/tiny', messages })).status).toBe(200)
  })
})
