import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { apiBaseOf, baseUrlWords, readBaseUrl } from './base-url.ts'

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
])('%s is refused: %s', (typed, problem) => {
  expect(readBaseUrl(typed)).toEqual({ problem })
})

describe('a base URL', () => {
  it('names only a server: calls go to /v1', () => {
    expect(apiBaseOf('http://127.0.0.1:11434')).toBe('http://127.0.0.1:11434/v1')
    expect(apiBaseOf('https://openrouter.ai/api/v1')).toBe('https://openrouter.ai/api/v1')
  })

  it('reads the same once it was read, is of its origin, and a refusal says no part of what was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (typed) => {
        const { baseUrl, problem } = readBaseUrl(typed)
        if (baseUrl === undefined) {
          expect(baseUrlWords(problem)).not.toBe('')
          return
        }
        expect(readBaseUrl(baseUrl)).toEqual({ baseUrl })
        expect(new URL(apiBaseOf(baseUrl)).origin).toBe(new URL(typed.trim()).origin)
      }),
    )
  })
})
