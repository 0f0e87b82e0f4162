import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keyScopes, keyTerms } from '#contract/keys.ts'
import { errorBody } from './openapi.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

const content = z.record(z.string(), z.object({ schema: z.looseObject({}) }))
const documentedOperation = z.object({
  security: z.array(z.record(z.string(), z.unknown())),
  responses: z.record(z.string(), z.object({ content: content.default({}) })),
})
const host = { isReady: () => true, metrics: async () => '# nothing yet\n' }
const types = {
  '/v1/moderations': 'moderation',
  '/v1/images/generations': 'image_generation',
  '/v1/audio/speech': 'text_to_speech',
  '/v1/audio/transcriptions': 'speech_to_text',
} as const
const engine: Engine = {
  ...createStubEngine({
    models: [
      { id: 'acme/tiny' },
      { id: '/v1/embeddings', embeddings: true },
      ...Object.entries(types).map(([id, type]) => ({ id, model_type: type })),
    ],
  }),
  async forward({ kinds, body }) {
    const upload = typeof body === 'string' ? [] : body
    for await (const chunk of upload) if (chunk.length === 0) break
    const [kind = 'json'] = kinds
    const contentType = kind === 'audio' ? 'application/octet-stream' : 'application/json'
    return { kind, contentType, body: new Blob(['{}']).stream(), usage: () => undefined }
  },
}
const admin = { name: 'admin', terms: keyTerms.parse({ scopes: keyScopes }) }
const known = {
  id: 'key_1',
  name: 'ci',
  begins: 'parley_abcd',
  created_at: '2026-01-01T00:00:00Z',
  ...keyTerms.parse({}),
}
const { get, service } = await startTestService([engine], {
  host,
  keys: { find: (key) => (key === callerKey ? admin : undefined) },
  keyStore: {
    list: async () => [known],
    add: async (name, terms) => ({ ...known, ...terms, name, key: 'parley_secret' }),
    change: async (_, change) => ({ ...known, ...change }),
    revoke: async () => true,
  },
  requestLog: { keepsTexts: false, record() {}, find: async () => [] },
  mcp: { urls: ['http://mcp.test/'], fetch: () => Promise.resolve(Response.json({ jsonrpc: '2.0' })) },
})
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), documentedOperation)),
    components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
  })
  .parse(await (await get('/v1/openapi.json', {})).json())
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']
const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
const urlOf = (path: string) =>
  path
    .replace('{key_id}', 'key_1')
    .replace('{model_id}', 'acme/tiny')
    .replace(/relay$/u, '$&?url=http://mcp.test/')

function call(path: string, method: string, headers: Record<string, string> = {}) {
  const bodies: Record<string, unknown> = {
    'post /v1/keys': { name: 'ci' },
    'patch /v1/keys/{key_id}': { owner: 'Ada' },
  }
  const model = path === '/v1/embeddings' || Object.hasOwn(types, path) ? path : 'acme/tiny'
  const messages = [{ role: 'user', content: 'Hi' }]
  const chat = JSON.stringify({ model, ...(path === '/v1/responses' ? { input: 'Hi' } : { messages }) })
  const form = new FormData()
  form.set('model', model)
  const isForm = path === '/v1/audio/transcriptions'
  return service.fetch(
    new Request(`http://parley.test${urlOf(path)}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${callerKey}`,
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(['post', 'patch'].includes(method) && {
        body: isForm ? form : (JSON.stringify(bodies[`${method} ${path}`]) ?? chat),
      }),
    }),
  )
}

describe('the document and the routes', () => {
  test.each(documented)('$method $path exists and succeeds as documented', async ({ path, method, operation }) => {
    const response = await call(path, method)
    expect(response.status).toBe(200)
    const type = response.headers.get('content-type')?.split(';')[0]
    expect(Object.keys(operation.responses['200']?.content ?? {})).toContain(type)
  })

  test.each(documented)('$method $path documents every status with the error shape', ({ operation }) => {
    for (const [status, { content: shown }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      expect(shown['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    }
  })

  test.each(documented)('$method $path requires a key if documented', async ({ path, method, operation }) => {
    const needsKey = operation.security.length > 0 && operation.security.every((way) => 'bearer' in way)
    const response = await call(path, method, { authorization: 'none' })
    expect(response.status).toBe(needsKey ? 401 : 200)
    expect('401' in operation.responses).toBe(operation.security.length > 0)
  })

  test.each(Object.keys(document.paths))('%s refuses every other method', async (path) => {
    const taken = documented.filter((each) => each.path === path).map(({ method }) => method)
    for (const method of methods) {
      if (taken.includes(method) || (method === 'head' && taken.includes('get'))) continue
      const response = await call(path, method)
      expect([method, response.status]).toEqual([method, 405])
      if (method !== 'head') expect(errorBody.parse(await response.json()).error.code).toBe('method_not_allowed')
    }
  })
})

describe('the document', () => {
  test('describes exactly the schemas', () => {
    expect(document.components.schemas).toMatchObject({
      ChatRequest: { required: ['model', 'messages'], properties: { temperature: { default: 1 } } },
      Model: { required: expect.arrayContaining(['id', 'author', 'slug', 'pricing', 'context_length']) },
      ChatCompletionChunk: {
        properties: {
          choices: { items: { properties: { delta: { properties: { tool_calls: expect.anything() } } } } },
        },
      },
      ModelListType: { enum: expect.arrayContaining(['text_to_text']) },
    })
  })

  test('describes what a request and a reply can contain besides text', () => {
    const fields = ['tools', 'tool_choice', 'parallel_tool_calls', 'response_format', 'logprobs', 'reasoning_effort']
    const { ChatRequest, ChatMessage, ChatCompletion } = document.components.schemas
    for (const field of fields) expect(ChatRequest?.['properties']).toHaveProperty(field)
    expect(ChatMessage?.['properties']).toHaveProperty('tool_call_id')
    for (const kind of ['text', 'image_url', 'file', 'input_audio']) {
      expect(JSON.stringify(ChatMessage)).toContain(`"const":"${kind}"`)
    }
    expect(JSON.stringify(ChatCompletion)).toContain('"top_logprobs"')
    // What the contract itself says stays.
    expect(ChatRequest).toMatchObject({ properties: { stream: { default: false } } })
  })

  test('has no broken references', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(10)
    for (const [, name = ''] of refs) expect(Object.keys(document.components.schemas)).toContain(name)
  })

  test('supports ETags', async () => {
    const tag = (await get('/v1/openapi.json', {})).headers.get('etag') ?? ''
    expect((await get('/v1/openapi.json', { 'if-none-match': tag })).status).toBe(304)
  })
})
