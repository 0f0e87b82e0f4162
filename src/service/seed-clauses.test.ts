import { describe, expect, test } from 'vitest'
import { chatCompletion } from '#contract/chat.ts'
import { authors, capability, model, modelList, modelStatus } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { operations } from './api/operations.ts'
import { callerKey, startTestService } from './running-service.test-support.ts'
import { createStubEngine } from './stub-engine.test-support.ts'

// The seed document, clause by clause, asked of a running service. Beside the code are the tests of each part's edges.

const every = {
  id: 'qwen/whole',
  author: 'qwen',
  slug: 'whole',
  name: 'Whole',
  description: 'Knows everything of itself.',
  created: 1_700_000_000,
  owned_by: 'Qwen',
  status: 'active',
  visibility: 'public',
  pricing: [
    { metric: 'input_tokens', rate: 0.15 },
    { metric: 'output_tokens', rate: 0.6 },
  ],
  context_length: 32_768,
  model_type: 'text_generation',
  capabilities: [...capability.options],
} satisfies EngineModel
const states = modelStatus.options.map((status) => ({ id: `acme/${status}`, status }))
const kinds = modelTypes.map((type) => ({ id: `acme/${type}`, model_type: type }))
const engine = createStubEngine({ models: [every, ...states, ...kinds] })
const { get, chat, service } = await startTestService([engine])

const listed = async (query = '') => modelList.parse(await (await get(`/v1/models${query}`)).json()).data
const lastCall = () => engine.calls.at(-1)?.request

describe('seed 2.1: chat message', () => {
  test('roles system, user and assistant reach the model in the order that was sent', async () => {
    const messages = ['system', 'user', 'assistant', 'user'].map((role, at) => ({ role, content: `turn ${at}` }))
    expect((await chat({ model: every.id, messages })).status).toBe(200)
    expect(lastCall()?.messages).toEqual(messages)
  })

  test('no state is kept between requests', async () => {
    await chat({ model: every.id, messages: [{ role: 'user', content: 'Remember the harbour.' }] })
    await chat({ model: every.id, messages: [{ role: 'user', content: 'What did I say?' }] })
    expect(JSON.stringify(lastCall())).not.toContain('harbour')
  })
})

describe('seed 2.2: chat completion', () => {
  test('each of choices has a message whose content is the reply’s text', async () => {
    const { choices } = chatCompletion.parse(await (await chat({ model: every.id })).json())
    expect(choices.map(({ message }) => message.content)).toEqual(['Hello there'])
  })
})

describe('seed 2.3: model', () => {
  test('every field that is known is published as it is', async () => {
    expect(await (await get(`/v1/models/${every.id}`)).json()).toEqual({ object: 'model', ...every })
  })

  test('every model has all required fields, and an id of the form author/name', async () => {
    const required = ['id', 'author', 'slug', 'name', 'description', 'created', 'owned_by', 'status', 'visibility']
    for (const each of await listed()) {
      expect(Object.keys(each)).toEqual(expect.arrayContaining([...required, 'pricing', 'context_length']))
      expect(each.id).toMatch(/^[^/]+\/.+/)
      expect(each.slug).toBe(encodeURIComponent(each.slug))
      expect(each.context_length).toBeGreaterThanOrEqual(1)
    }
  })

  test('author is one of twelve', () => {
    expect(new Set(authors).size).toBe(12)
    expect(model.safeParse({ object: 'model', ...every, author: 'acme' }).success).toBe(false)
  })

  test('model_type is text_generation by default', () => {
    const { model_type: _, ...rest } = every
    expect(model.parse({ object: 'model', ...rest }).model_type).toBe('text_generation')
  })

  test('capabilities are the six', () => {
    const six = ['streaming', 'vision', 'function_calling', 'structured_output', 'reasoning', 'image_editing']
    expect(capability.options).toEqual(six)
  })
})

describe('seed 3: states', () => {
  test.each([
    ['pending', 200, 409],
    ['active', 200, 200],
    ['inactive', 200, 409],
    ['deleted', 404, 404],
  ])('a model that is %s is found with %d and chats with %d', async (status, found, chats) => {
    expect((await get(`/v1/models/acme/${status}`)).status).toBe(found)
    expect((await chat({ model: `acme/${status}` })).status).toBe(chats)
    expect((await listed()).some(({ id }) => id === `acme/${status}`)).toBe(found === 200)
  })
})

describe('seed 4.1: POST /v1/chat/completions', () => {
  test('temperature, max_tokens and unknown fields reach the model as sent', async () => {
    await chat({ model: every.id, temperature: 0, max_tokens: 7, top_p: 0.5 })
    expect(lastCall()).toMatchObject({ temperature: 0, max_tokens: 7, top_p: 0.5 })
  })

  test('rule 4: model and messages are all that is needed', async () => {
    expect((await chat({ model: every.id })).status).toBe(200)
    expect((await chat({ model: undefined })).status).toBe(400)
    expect((await chat({ messages: undefined })).status).toBe(400)
  })

  test.each([
    [{}, 'application/json'],
    [{ stream: false }, 'application/json'],
    [{ stream: true }, 'text/event-stream; charset=utf-8'],
  ])('rules 1 and 2: %o is answered as %s', async (fields, type) => {
    const response = await chat({ model: every.id, ...fields })
    expect(response.headers.get('content-type')).toBe(type)
    await response.text()
  })
})

describe('seed 4.2: GET /v1/models', () => {
  test('type=text_to_text lists the text models and no others', async () => {
    const types = (await listed('?type=text_to_text')).map(({ model_type: type }) => type)
    expect(new Set(types)).toEqual(new Set(['text_generation']))
  })
})

describe('seed 4.3: GET /v1/models/{model_id}', () => {
  test.each(modelTypes)('type=%s finds a model of that type and no other', async (type) => {
    for (const each of modelTypes) {
      expect((await get(`/v1/models/acme/${each}?type=${type}`)).status).toBe(each === type ? 200 : 404)
    }
  })

  test('type is text_generation by default', async () => {
    expect((await get('/v1/models/acme/text_generation')).status).toBe(200)
    expect((await get('/v1/models/acme/moderation')).status).toBe(404)
  })
})

describe('seed 5: authentication', () => {
  test.each([
    ['5.2: chat and list take a bearer', { authorization: `Bearer ${callerKey}` }, 200, 200, 200],
    ['5.3: the key of one model may be absent', {}, 401, 401, 200],
    ['5.3: one model takes x-api-key, which the others do not', { 'x-api-key': callerKey }, 401, 401, 200],
    ['5.1: a wrong key is refused everywhere', { authorization: 'Bearer x', 'x-api-key': 'x' }, 401, 401, 401],
  ])('%s', async (_name, headers: Record<string, string>, chats, lists, one) => {
    const body = JSON.stringify({ model: every.id, messages: [{ role: 'user', content: 'Hi' }] })
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    const asked = await service.fetch(new Request('http://parley.test/v1/chat/completions', init))
    expect([asked.status, (await get('/v1/models', headers)).status]).toEqual([chats, lists])
    expect((await get(`/v1/models/${every.id}`, headers)).status).toBe(one)
  })
})

describe('seed 8: limits', () => {
  test.each([
    [0, 200],
    [2, 200],
    [-0.01, 400],
    [2.01, 400],
  ])('temperature %d is answered with %d', async (temperature, status) => {
    expect((await chat({ model: every.id, temperature })).status).toBe(status)
  })

  test('context_length counts the input', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(8 * every.context_length + 1) }]
    const response = await chat({ model: every.id, messages })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
  })
})

test('seed 9: every endpoint of the seed begins with /v1', () => {
  const watch = ['/healthz', '/readyz', '/metrics']
  const others = Object.values(operations).filter(({ path }) => !watch.some((each) => each === path))
  expect(others.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([])
})
