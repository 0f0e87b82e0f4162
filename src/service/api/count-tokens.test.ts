import { describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { countTokens } from '#service/engines/demo/tokens.ts'
import type { Engine } from '#service/engines/engine.ts'
import { startTestService } from '#service/running-service.test-support.ts'
import { refuse } from '#service/service-error.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

const hello = { model: 'acme/tiny', messages: [{ role: 'user', content: 'Hello out there' }] }

async function counted(engine: Engine, body: object = hello, models: string[] | null = null) {
  const keys = { find: () => ({ name: 'tester', terms: keyTerms.parse({ models }) }) }
  const { service } = await startTestService([engine], { keys })
  const headers = { 'x-api-key': 'any', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await service.fetch(new Request('http://parley.test/v1/messages/count_tokens', request))
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const counting = (count: () => Promise<number>): Engine => ({ ...createStubEngine(), countTokens: count })

describe('the tokens of a message', () => {
  test('are counted by an engine that can', async () => {
    expect(await counted(counting(async () => 42))).toEqual({ status: 200, body: { input_tokens: 42 } })
  })

  test('are estimated without one, without asking for a reply', async () => {
    const engine = createStubEngine()
    const tools = [{ name: 'forecast', input_schema: { type: 'object' } }]
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
    const content = [image, { type: 'text', text: 'What is this?' }]
    expect(await counted(engine)).toEqual({ status: 200, body: { input_tokens: countTokens('Hello out there') } })
    const { body } = await counted(engine, { ...hello, system: 'Be brief.', messages: [{ role: 'user', content }] })
    expect(body).toEqual({ input_tokens: 1600 + countTokens('Be brief.') + countTokens('What is this?') })
    const withTools = await counted(engine, { ...hello, tools })
    expect(withTools.body).toEqual({ input_tokens: expect.toSatisfy((count: number) => count > 10) })
    expect(engine.calls).toEqual([])
  })

  test('are estimated if the engine has no such endpoint', async () => {
    const missing = counting(async () => Promise.reject(refuse('not_found', 'No such endpoint.')))
    expect(await counted(missing)).toMatchObject({ status: 200, body: { input_tokens: 3 } })
  })

  test.each([
    ['the engine is down', 502, 'api_error', hello, null],
    ['the model is unknown', 404, 'not_found_error', { ...hello, model: 'no/such' }, null],
    ['the key may not use the model', 403, 'permission_error', hello, ['acme/other']],
    ['a field can’t be translated', 400, 'invalid_request_error', { ...hello, container: 'box' }, null],
  ])('are refused in Anthropic’s shape if %s', async (_, status, type, body, models) => {
    const down = counting(async () => Promise.reject(refuse('upstream_unreachable', 'Down.')))
    expect(await counted(down, body, models)).toMatchObject({ status, body: { type: 'error', error: { type } } })
  })
})

test.each(['/v1/messages', '/v1/messages/count_tokens'])(
  'a wrong method on %s is refused in Anthropic’s shape',
  async (path) => {
    const { get } = await startTestService([createStubEngine()])
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await get(path, {}, method)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      expect(await answer.json()).toMatchObject({
        type: 'error',
        error: { type: 'invalid_request_error', code: 'method_not_allowed' },
        request_id: answer.headers.get('x-request-id'),
      })
    }
  },
)

test('a wrong method on /v1/responses is refused in OpenAI’s shape, and unknown paths are no endpoints', async () => {
  const { get } = await startTestService([createStubEngine()])
  const answer = await get('/v1/responses', {}, 'GET')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed', param: null } })
  expect((await get('/v1/messages/batches', {}, 'POST')).status).toBe(404)
})
