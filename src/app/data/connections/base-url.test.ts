import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressSpaceOf, apiBaseOf, readBaseUrl } from './base-url.ts'

test.each([
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
  ['  HTTPS://API.Example.com/v1//  ', 'https://api.example.com/v1'],
  ['https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/models/', 'https://api.example.com/v1'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://api.example.com:443/', 'https://api.example.com'],
])('%s is %s', (typed, baseUrl) => {
  expect(readBaseUrl(typed)).toEqual({ baseUrl })
})

test.each([
  ['', 'empty'],
  ['localhost:11434', 'not-http'],
  ['api.example.com/v1', 'not-http'],
  ['ftp://example.com', 'not-http'],
  ['file:///etc/passwd', 'not-http'],
  ['javascript:alert(1)', 'not-an-address'],
  ['hello there', 'not-an-address'],
  ['https://', 'not-an-address'],
  ['https:///v1', 'not-an-address'],
  ['https:example.com', 'not-an-address'],
  ['https://me:secret@example.com/v1', 'credentials'],
  ['https://me@example.com', 'credentials'],
  ['https://example.com/v1?key=secret', 'query'],
  ['https://example.com/v1#key=secret', 'query'],
])('refuses %s: %s', (typed, problem) => {
  expect(readBaseUrl(typed)).toEqual({ problem })
})

describe('a base URL', () => {
  it('gets /v1 if it has no path', () => {
    expect(apiBaseOf('http://127.0.0.1:11434')).toBe('http://127.0.0.1:11434/v1')
    expect(apiBaseOf('https://openrouter.ai/api/v1')).toBe('https://openrouter.ai/api/v1')
  })

  it('is stable when parsed again, and keeps its origin', () => {
    const address = fc
      .record({
        scheme: fc.constantFrom('http://', 'https://', 'HTTPS://', 'ftp://', ''),
        user: fc.constantFrom('', '', 'me@', 'me:secret@'),
        host: fc.constantFrom('localhost', 'a.test', 'A.Test:443', '[::1]:8080', '10.0.0.7:8000', 'ä.test', ''),
        path: fc.array(fc.constantFrom('', 'v1', 'models', 'chat', 'completions', 'api', '..', '%2e', 'ä b')),
        end: fc.constantFrom('', '/', '?', '?key=secret', '#', ' '),
      })
      .map(({ scheme, user, host, path, end }) => scheme + user + [host, ...path].join('/') + end)
    fc.assert(
      fc.property(fc.oneof(address, fc.string()), (typed) => {
        const { baseUrl } = readBaseUrl(typed)
        if (baseUrl === undefined) return
        expect(readBaseUrl(baseUrl)).toEqual({ baseUrl })
        expect(new URL(apiBaseOf(baseUrl)).origin).toBe(new URL(typed.trim()).origin)
        expect(baseUrl).not.toMatch(/secret|@/u)
      }),
    )
  })
})

test.each([
  ['localhost', 'loopback'],
  ['ollama.localhost', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['192.168.1.20', 'local'],
  ['10.0.0.7', 'local'],
  ['172.20.1.1', 'local'],
  ['172.32.1.1', undefined],
  ['box.local', 'local'],
  ['[fd00::1]', 'local'],
  ['10.example.com', undefined],
  ['api.example.com', undefined],
])('%s is %s', (hostname, space) => {
  expect(addressSpaceOf(hostname)).toBe(space)
})
