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
])('redacts %s', (name) => {
  expect(redactHeaders(new Headers({ [name]: 'something', accept: '*/*' }))).toEqual({
    accept: '*/*',
    [name.toLowerCase()]: '(not shown)',
  })
})

test('redacts a key that another header repeats', () => {
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
