import { describe, expect, test } from 'vitest'
import { errorBody } from './api/openapi.ts'
import { startTestService } from './running-service.test-support.ts'
import { createStubEngine } from './stub-engine.test-support.ts'

describe('every response', () => {
  test('has the caller’s request id or a new one', async () => {
    const { get } = await startTestService([createStubEngine()])
    expect((await get('/v1/nothing', { 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1')
    expect((await get('/v1/models')).headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{24}$/)
  })

  test.each(['two words', '"><script>', 'x'.repeat(129), 'ünïcode'])(
    'does not repeat “%s” as a request id',
    async (id) => {
      const { get } = await startTestService([createStubEngine()])
      const headers = { 'x-request-id': id }
      expect((await get('/v1/nothing', headers)).headers.get('x-request-id')).toMatch(/^req_/)
    },
  )
})

test.each(['/', '/v1', '/v1/completions', '/v2/models', '/v1/modelsx'])('returns 404 for %s', async (path) => {
  const { get } = await startTestService([createStubEngine()])
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(errorBody.parse(await response.json()).error).toMatchObject({ type: 'not_found_error', code: 'not_found' })
})

test.each([
  ['GET', '/v1/chat/completions', 'POST'],
  ['HEAD', '/v1/chat/completions', 'POST'],
  ['OPTIONS', '/v1/chat/completions', 'POST'],
  ['POST', '/v1/models', 'GET, HEAD'],
  ['DELETE', '/v1/models/acme/tiny', 'GET, HEAD'],
])('refuses %s %s with the allowed methods', async (method, path, allow) => {
  const { get } = await startTestService([createStubEngine()])
  const response = await get(path, {}, method)
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
})

test('logs a defect and returns a 500 without details', async () => {
  const broken = createStubEngine({
    reply() {
      throw new TypeError('secret detail')
    },
  })
  const { chat, lines } = await startTestService([broken])
  const response = await chat()
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(errorBody.parse(JSON.parse(text)).error.code).toBe('internal_error')
  expect(text).not.toContain('secret detail')
  expect(lines.find(({ level }) => level === 'error')?.fields['defect']).toContain('secret detail')
})
