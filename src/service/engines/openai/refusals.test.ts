import { describe, expect, test } from 'vitest'
import { refusalOfAnswer } from './refusals.ts'

function refusal(status: number, body: unknown = '', headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return refusalOfAnswer({ status, header: (name) => headers[name] ?? null }, text)
}

describe('a refusal of an engine', () => {
  test('keeps status and message of a caller’s mistake', () => {
    const error = { message: 'max_tokens is too large', type: 'invalid_request_error', param: 'max_tokens', code: null }
    expect(refusal(400, { error })).toMatchObject({ status: 400, detail: error })
    expect(refusal(422, { object: 'error', message: 'm', type: 'BadRequestError', code: 422 })).toMatchObject({
      status: 422,
      detail: { message: 'm', type: 'BadRequestError', code: null },
    })
    expect(refusal(404, { error: 'model "x" not found' })).toMatchObject({
      status: 404,
      detail: { message: 'model "x" not found', type: 'invalid_request_error' },
    })
  })

  test('llama.cpp: reports a prompt that is too long with the limit', () => {
    const error = { code: 400, message: 'm', type: 'exceed_context_size_error', n_prompt_tokens: 5000, n_ctx: 4096 }
    expect(refusal(400, { error })).toMatchObject({
      status: 400,
      detail: {
        message: expect.stringContaining('4096'),
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    })
  })

  test.each([401, 403, 407])('hides a %d about our key', (status) => {
    expect(refusal(status, { error: { message: 'Incorrect API key provided: sk-ours' } })).toMatchObject({
      status: 502,
      detail: { code: 'upstream_refused', message: expect.not.stringContaining('sk-ours') },
    })
  })

  test('forwards a rate limit with the time to wait', () => {
    const headers = { 'retry-after': '7', 'retry-after-ms': '7000', 'set-cookie': 'a=b' }
    expect(refusal(429, { error: { message: 'Slow down' } }, headers)).toMatchObject({
      status: 429,
      detail: { message: 'Slow down', type: 'rate_limit_error' },
      headers: { 'retry-after': '7', 'retry-after-ms': '7000' },
    })
    expect(refusal(429, '', { 'retry-after': 'x\ny' }).headers).toEqual({})
  })

  test.each([500, 503, 529])('reports %d as an engine failure', (status) => {
    for (const type of [undefined, 'server_error', 'overloaded', 'rate_limit_error']) {
      expect(refusal(status, { error: { message: 'Loading model', type, code: status } })).toMatchObject({
        status: 502,
        detail: { message: 'Loading model', type: 'upstream_error', code: null },
      })
    }
  })

  test.each([0, 301, 307, 308])('reports a redirect (%d) as an error', (status) => {
    expect(refusal(status)).toMatchObject({ status: 502, detail: { code: 'upstream_invalid' } })
  })

  test('does not repeat web pages and long texts', () => {
    expect(refusal(404, '404 page not found').detail.message).toBe('404 page not found')
    for (const body of ['<html>nginx</html>', 'x'.repeat(301), '']) {
      expect(refusal(502, body).detail.message).toMatch(/^The engine answered with status 502 and no explanation\. /)
    }
  })

  test('turns messages into plain text', () => {
    expect(refusal(404, 'no\u202E such\u0000page').detail.message).toBe('no such page')
  })
})
