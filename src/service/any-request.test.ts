import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOpenApiDocument, errorBody } from './api/openapi.ts'
import { operations } from './api/operations.ts'
import { createDemoEngine } from './engines/demo/demo-engine.ts'
import { callerKey, startTestService } from './running-service.test-support.ts'
import { systemClock } from './service-context.ts'
import { createStubEngine } from './stub-engine.test-support.ts'

// Any request gets a response in the contract's shape, never a 500. A failing run prints its seed and smallest request.

const demo = createDemoEngine({ clock: systemClock, tokensPerSecond: 0 })
const { service, lines } = await startTestService([demo, createStubEngine()], { maxBodyBytes: 50_000 })
const { paths } = createOpenApiDocument() as { paths: Record<string, Record<string, { responses: object }>> }

/** Sends a request and checks what the contract promises for every response. */
async function answerTo(path: string, init: RequestInit & { duplex?: string }) {
  const logged = lines.length
  const response = await service.fetch(new Request(`http://parley.test${path}`, init))
  const text = await response.text()
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.:+/=-]{1,128}$/)
  expect(lines.slice(logged).filter(({ level }) => level === 'error')).toEqual([])
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400 && init.method !== 'HEAD') {
    const { error } = errorBody.parse(JSON.parse(text))
    expect(error.message).toMatch(/[.!]$/)
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    expect(text).toMatch(/data: (?:\[DONE\]|\{"error":.*\})\n\n$/)
  }
  return response
}

const json = fc.json({ maxDepth: 4, noUnicodeString: false })
const oftenGood = fc.oneof({ weight: 4, arbitrary: fc.constant(`Bearer ${callerKey}`) }, fc.constant('Bearer wrong'))
const headerValue = fc.string({ maxLength: 40, unit: fc.integer({ min: 0x20, max: 0x7e }).map(String.fromCharCode) })
const headerNames =
  'content-type content-length accept if-none-match x-api-key x-request-id transfer-encoding authorization origin host ' +
  'cookie x-forwarded-for expect content-encoding range'
const headerName = fc.constantFrom(...headerNames.split(' '))
const anyHeaders = fc.dictionary(headerName, headerValue, { maxKeys: 5 })
const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'x')
const segment = fc.oneof(
  fc.constantFrom('v1', 'chat', 'completions', 'models', 'openapi.json', 'parley', 'echo', '..', '', '%', '%2F', '%00'),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
  fc.string({ maxLength: 12 }),
)
const anyPath = fc.oneof(
  fc.constantFrom(...Object.values(operations).map(({ path }) => path)),
  fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
  fc.array(segment, { maxLength: 3 }).map((segments) => `/v1/models/${segments.join('/')}`),
)
const anyQuery = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.string({ maxLength: 20 }).map((type) => `?type=${type}`),
)
const anyBody = fc.oneof(json, fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 200 }))

describe('an excessive request', () => {
  const headers = { authorization: `Bearer ${callerKey}`, 'content-type': 'application/json' }
  const chat = { model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }] }
  const megabyte = 'x'.repeat(1024 * 1024)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const roomy = startTestService([demo, createStubEngine()])

  /** Checks that the response is small, documented and not a defect. */
  async function isBorne(path: string, init: RequestInit = {}) {
    const { service: large, lines: logged } = await roomy
    const response = await large.fetch(new Request(`http://parley.test${path}`, { headers, ...init }))
    const text = await response.text()
    expect(response.status).toBeLessThan(500)
    expect(JSON.stringify(logged.splice(0)).length + JSON.stringify([...response.headers]).length).toBeLessThan(4000)
    if (response.status >= 400) expect(errorBody.parse(JSON.parse(text)).error.message.length).toBeLessThan(1000)
    return response.status
  }
  const post = (body: string) => isBorne('/v1/chat/completions', { method: 'POST', body })

  test.each([
    ['model', { ...chat, model: megabyte }],
    ['role', { ...chat, messages: [{ role: megabyte, content: 'Hi' }] }],
    ['content', { ...chat, messages: [{ role: 'user', content: megabyte }] }],
    ['temperature', { ...chat, temperature: megabyte }],
    ['field of its own', { ...chat, [megabyte]: megabyte }],
    ['list of messages', { ...chat, messages: Array.from({ length: 50_000 }, () => chat.messages[0]) }],
    ['list of fields', { ...chat, ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, at])) }],
    ['list of wrong messages', { ...chat, messages: Array.from({ length: 50_000 }, () => 1) }],
  ])('may contain a megabyte in a %s', async (_, body) => {
    expect([200, 400, 404]).toContain(await post(JSON.stringify(body)))
  })

  test.each(['model', 'messages', 'temperature', 'x', '__proto__', 'constructor', 'tools'])(
    'may contain endless brackets in %s',
    async (name) => {
      expect(await post(`{"model":"acme/tiny","messages":[{"role":"user","content":"Hi"}],"${name}":${deep}}`)).toBe(
        400,
      )
    },
  )

  test('may contain prototypes at every level', async () => {
    const planted = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'
    await post(`{${planted},"model":"acme/tiny","messages":[{${planted},"role":"user","content":[{${planted}}]}]}`)
    await post(
      `{${planted},"model":"parley/inspect","messages":[{"role":"user","content":"Hi"}],"metadata":{${planted}}}`,
    )
    expect('polluted' in {}).toBe(false)
  })

  test('may contain a megabyte in the URL or a header', async () => {
    for (const path of [`/v1/models/${megabyte}`, `/v1/models?type=${megabyte}`, `/${megabyte}`]) await isBorne(path)
    for (const name of ['if-none-match', 'x-request-id', 'x-api-key', 'content-type', 'origin']) {
      expect(await isBorne('/v1/models/acme/tiny', { headers: { [name]: megabyte } })).toBeLessThan(500)
    }
  })
})

test('answers any request to any path', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMethod,
      anyPath,
      anyQuery,
      anyHeaders,
      oftenGood,
      anyBody,
      async (method, path, query, headers, authorization, body) => {
        fc.pre(URL.canParse(`http://parley.test${path}${query}`))
        const takesBody = method.toUpperCase() !== 'GET' && method !== 'HEAD'
        const answer = answerTo(`${path}${query}`, {
          method,
          headers: { 'content-type': 'application/json', authorization, ...headers },
          ...(takesBody && { body: body as BodyInit }),
        })
        await expect(answer).resolves.toBeInstanceOf(Response)
      },
    ),
    { numRuns: 600 },
  )
}, 30_000)

describe('a chat', () => {
  const models = ['parley/echo', 'parley/inspect', 'parley/eliza', 'parley/babble', 'acme/tiny', 'echo', 'no/such']
  /** Mostly valid values, so that most requests pass the first check. */
  const mostly = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 15, arbitrary: good }, fc.jsonValue())
  const role = mostly(fc.constantFrom('system', 'user', 'assistant', 'tool', 'developer'))
  const part = mostly(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) }),
      fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: fc.string() }) }),
      fc.record({ type: fc.constantFrom('input_audio', 'file', ''), data: fc.jsonValue() }),
    ),
  )
  const content = mostly(fc.oneof(fc.string({ unit: 'binary' }), fc.array(part, { maxLength: 4 }), fc.constant(null)))
  const message = mostly(fc.record({ role, content, tool_calls: fc.jsonValue() }, { requiredKeys: ['role'] }))
  const field = fc.oneof(
    fc.tuple(fc.constant('temperature'), mostly(fc.double({ min: 0, max: 2, noNaN: true }))),
    fc.tuple(fc.constantFrom('max_tokens', 'max_completion_tokens', 'seed'), mostly(fc.integer({ min: 1 }))),
    fc.tuple(fc.constant('stream'), mostly(fc.boolean())),
    fc.tuple(fc.constant('stream_options'), mostly(fc.record({ include_usage: fc.boolean() }))),
    fc.tuple(fc.constant('stop'), mostly(fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }))),
    fc.tuple(fc.constantFrom('tools', 'n', 'logit_bias', '__proto__', 'constructor', 'toJSON', ''), fc.jsonValue()),
  )
  const anyChat = fc.record({
    model: mostly(fc.constantFrom(...models)),
    messages: mostly(fc.array(message, { minLength: 1, maxLength: 4 })),
    fields: fc.array(field, { maxLength: 5 }),
  })

  // Serialized by hand to send duplicate names, and names such as __proto__.
  const write = ({ model, messages, fields }: { model: unknown; messages: unknown; fields: [string, unknown][] }) => {
    const all = [['model', model], ['messages', messages], ['tokens_per_second', 0], ...fields]
    return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
  }

  test('of any shape gets a documented response', async () => {
    const documented = Object.keys(paths['/v1/chat/completions']?.['post']?.responses ?? {})
    await fc.assert(
      fc.asyncProperty(anyChat, async (chat) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${callerKey}` }
        const response = await answerTo('/v1/chat/completions', { method: 'POST', headers, body: write(chat) })
        expect(documented).toContain(String(response.status))
      }),
      { numRuns: 600 },
    )
  }, 30_000)

  test('in chunks of any size is limited, even if its content-length is wrong', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        let pulled = 0
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const length = lengths.shift()
            if (length === undefined) return controller.close()
            pulled += length
            controller.enqueue(new Uint8Array(length).fill(0x5b))
          },
        })
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${callerKey}` }
        const response = await answerTo('/v1/chat/completions', { method: 'POST', headers, body, duplex: 'half' })
        expect(response.status).toBe(pulled > 50_000 ? 413 : 400)
        expect(pulled).toBeLessThan(50_000 + 2 * 40_001)
      }),
      { numRuns: 100 },
    )
  })
})
