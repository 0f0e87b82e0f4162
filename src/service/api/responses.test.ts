import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createEtaggedJson, acceptsEncoding } from './responses.ts'

describe('acceptsEncoding', () => {
  test.each(['br', 'gzip, br', 'BR;q=0.1', 'br ; q=1.0, gzip'])('accepts brotli for “%s”', (accepted) => {
    expect(acceptsEncoding('br', accepted)).toBe(true)
  })

  test.each(['', 'gzip', 'br;q=0', 'br; q=0', 'br ;q=0.000, gzip', 'brotli', undefined, null])(
    'does not accept brotli for “%s”',
    (accepted) => {
      expect(acceptsEncoding('br', accepted)).toBe(false)
    },
  )
})

describe('createEtaggedJson', () => {
  const long = { text: 'some words '.repeat(1_000) }
  const ask = (headers: Record<string, string>) => (name: string) => headers[name]

  describe('a long response', () => {
    const json = createEtaggedJson(long, 'no-cache')

    test.each(['gzip', 'br, gzip', 'gzip;q=0.5', 'GZIP, deflate'])('is compressed for %s', async (accepted) => {
      const { headers, body } = await json.respondTo(ask({ 'accept-encoding': accepted }))
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, origin' })
      const bytes = Buffer.from(body ?? '')
      expect(bytes.length).toBeLessThan(1_000)
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(long)
    })

    test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])('is not compressed for “%s”', async (accepted) => {
      const { headers, body } = await json.respondTo(ask({ 'accept-encoding': accepted }))
      expect(headers).not.toHaveProperty('content-encoding')
      expect(body).toBe(JSON.stringify(long))
    })

    test('has an ETag for each encoding, and returns 304 for a match', async () => {
      const { etag: plain = '' } = (await json.respondTo(ask({}))).headers
      const { etag: packed = '' } = (await json.respondTo(ask({ 'accept-encoding': 'gzip' }))).headers
      expect(packed).not.toBe(plain)
      expect((await json.respondTo(ask({ 'if-none-match': plain }))).status).toBe(304)
      expect((await json.respondTo(ask({ 'if-none-match': packed, 'accept-encoding': 'gzip' }))).status).toBe(304)
      expect((await json.respondTo(ask({ 'if-none-match': packed }))).status).toBe(200)
    })
  })

  test('does not compress a short response', async () => {
    const { headers } = await createEtaggedJson({ a: 1 }, 'no-cache').respondTo(ask({ 'accept-encoding': 'gzip' }))
    expect(headers).not.toHaveProperty('content-encoding')
  })
})
