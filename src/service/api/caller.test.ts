import { expect, test } from 'vitest'
import { redactHeaders } from './caller.ts'

test.each([
  'authorization',
  'x-api-key',
  'cookie',
  'proxy-authorization',
  'x-amz-security-token',
  'X-Client-Secret',
  'x-session-id',
  'x-goog-authenticated-user',
  'password',
])('%s is not shown', (name) => {
  expect(redactHeaders(new Headers({ [name]: 'something', accept: '*/*' }))).toEqual({
    accept: '*/*',
    [name.toLowerCase()]: '(not shown)',
  })
})

test('a key is not shown where another header repeats it', () => {
  const headers = new Headers({
    authorization: 'Bearer sk-1234567890',
    referer: 'http://127.0.0.1/?k=sk-1234567890',
    'x-note': 'harmless',
  })
  expect(redactHeaders(headers)).toEqual({
    authorization: '(not shown)',
    referer: '(not shown)',
    'x-note': 'harmless',
  })
})
