import { describe, expect, test } from 'vitest'
import { chatCompletion } from '#contract/chat.ts'
import { authors, capability, model, modelList, modelStatus } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import { operations } from './api/operations.ts'
import { callerKey, startTestService } from './running-service.test-support.ts'
import { createStubEngine } from './stub-engine.test-support.ts'

// The seed document, clause by clause, checked on a running service. Edge cases are tested next to the code.

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
  test('roles system, user and assistant reach the model in the order sent', async () => {
    const messages = ['system', 'user', 'assistant', 'user'].map((role, at) => ({ role, content: `turn ${at}` }))
    expect((await chat({ model: every.id, messages })).status).toBe(200)
    expect(lastCall()?.messages).toEqual(messages)
  })

  test('requests share no state', async () => {
    await chat({ model: every.id, messages: [{ role: 'user', content: 'Remember the harbour.' }] })
    await chat({ model: every.id, messages: [{ role: 'user', content: 'What did I say?' }] })
    expect(JSON.stringify(lastCall())).not.toContain('harbour')
  })
})

describe('seed 2.2: chat completion', () => {
  test('each choice has a message with the reply’s text as content', async () => {
    const { choices } = chatCompletion.parse(await (await chat({ model: every.id })).json())
    expect(choices.map(({ message }) => message.content)).toEqual(['Hello there'])
  })
})

describe('seed 2.3: model', () => {
  test('every known field is published unchanged', async () => {
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

  test('author has twelve values', () => {
    expect(new Set(authors).size).toBe(12)
    expect(model.safeParse({ object: 'model', ...every, author: 'acme' }).success).toBe(false)
  })

  test('model_type is text_generation by default', () => {
    const { model_type: _, ...rest } = every
    expect(model.parse({ object: 'model', ...rest }).model_type).toBe('text_generation')
  })

  test('capabilities has six values', () => {
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

  test('rule 4: only model and messages are required', async () => {
    expect((await chat({ model: every.id })).status).toBe(200)
    expect((await chat({ model: undefined })).status).toBe(400)
    expect((await chat({ messages: undefined })).status).toBe(400)
  })

  test.each([
    [{}, 'application/json'],
    [{ stream: false }, 'application/json'],
    [{ stream: true }, 'text/event-stream; charset=utf-8'],
  ])('rules 1 and 2: %o returns %s', async (fields, type) => {
    const response = await chat({ model: every.id, ...fields })
    expect(response.headers.get('content-type')).toBe(type)
    await response.text()
  })
})

describe('seed 4.2: GET /v1/models', () => {
  test('type=text_to_text lists only text models', async () => {
    const types = (await listed('?type=text_to_text')).map(({ model_type: type }) => type)
    expect(new Set(types)).toEqual(new Set(['text_generation']))
  })
})

describe('seed 4.3: GET /v1/models/{model_id}', () => {
  test.each(modelTypes)('type=%s finds only a model of that type', async (type) => {
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
    ['5.2: chat and list accept a bearer key', { authorization: `Bearer ${callerKey}` }, 200, 200, 200],
    ['5.3: getting one model requires no key', {}, 401, 401, 200],
    ['5.3: only getting one model accepts x-api-key', { 'x-api-key': callerKey }, 401, 401, 200],
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
  ])('temperature %d returns %d', async (temperature, status) => {
    expect((await chat({ model: every.id, temperature })).status).toBe(status)
  })

  test('context_length includes the input', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(8 * every.context_length + 1) }]
    const response = await chat({ model: every.id, messages })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
  })
})

test('seed 9: every endpoint of the seed starts with /v1', () => {
  const watch = ['/healthz', '/readyz', '/metrics']
  const others = Object.values(operations).filter(({ path }) => !watch.some((each) => each === path))
  expect(others.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([])
})
