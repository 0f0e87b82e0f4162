import { expect, test } from 'vitest'
import { readErrorDetail, readRetryAfter } from './errors.ts'

const unnamed = { type: 'upstream_error', param: null, code: null }

test.each([
  [
    'an OpenAI error',
    { error: { message: 'm', type: 'invalid_request_error', param: 'model', code: 'model_not_found' } },
    { message: 'm', type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
  ],
  [
    'llama.cpp',
    { error: { code: 400, message: 'm', type: 'server_error' } },
    { message: 'm', type: 'server_error', param: null, code: '400' },
  ],
  [
    'llama.cpp, prompt too long',
    { error: { code: 400, message: 'm', type: 'exceed_context_size_error', n_prompt_tokens: 5000, n_ctx: 4096 } },
    {
      message: 'The messages take 5000 tokens, but the model’s context is 4096. Send fewer or shorter messages.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  ],
  [
    'llama.cpp, prompt too long, without sizes',
    { error: { code: 400, message: 'm', type: 'exceed_context_size_error' } },
    { message: 'm', type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  ],
  ['a bare string', { error: 'm' }, { message: 'm', ...unnamed, code: 'upstream_error' }],
  [
    'older vLLM',
    { object: 'error', message: 'm', type: 'BadRequestError', param: null, code: 400 },
    { message: 'm', type: 'BadRequestError', param: null, code: '400' },
  ],
  ['FastAPI', { detail: 'Not Found' }, { message: 'Not Found', ...unnamed, code: 'upstream_error' }],
  [
    'an error without a message',
    { error: {} },
    { message: 'The engine reported an unspecified error. Check its log.', ...unnamed },
  ],
])('reads %s', (_name, body, detail) => {
  expect(readErrorDetail(body)).toEqual(detail)
})

test.each([
  null,
  'error',
  [],
  {},
  { error: null },
  { error: '' },
  { detail: [] },
  { choices: [], detail: 'a field of a chunk' },
])('finds no error in %o', (value) => {
  expect(readErrorDetail(value)).toBeUndefined()
})

test('returns plain text of limited length', () => {
  const turned = 'no\u202E \u0000\u001B[31m'
  const error = { message: turned + 'x '.repeat(10_000), type: turned, param: `${turned}\nline`, code: turned }
  const read = readErrorDetail({ error })
  expect(read).toMatchObject({ type: 'no   [31m', param: 'no   [31m line', code: 'no   [31m' })
  expect(read?.message).toMatch(/^no {3}\[31mx x .*…$/u)
  expect(read?.message.length).toBeLessThanOrEqual(4000)
  expect(readErrorDetail({ error: turned })?.message).toBe('no   [31m')
  expect(readErrorDetail({ detail: turned })?.message).toBe('no   [31m')
})

const now = Date.UTC(2026, 0, 1)

test.each([
  [{}, undefined],
  [{ 'retry-after': '7' }, now + 7_000],
  [{ 'retry-after': '7', 'retry-after-ms': '6500' }, now + 6_500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, now + 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2015 00:01:00 GMT' }, now],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-3', 'retry-after-ms': 'x' }, undefined],
])('reads when to retry from %j', (headers, at) => {
  const read = readRetryAfter(new Headers(Object.entries(headers)), now)
  if (at === undefined) expect(read === undefined || read >= now).toBe(true)
  else expect(read).toBe(at)
})
