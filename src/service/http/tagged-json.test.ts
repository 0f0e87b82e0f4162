import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createTaggedJson } from './tagged-json.ts'

const long = { text: 'some words '.repeat(1_000) }
const ask = (headers: Record<string, string>) => new Request('http://parley.test/', { headers })

describe('a long JSON answer', () => {
  const json = createTaggedJson(long, 'no-cache')

  test.each(['gzip', 'br, gzip', 'gzip;q=0.5', 'GZIP, deflate'])('is packed for who takes %s', async (accepted) => {
    const response = await json.answer(ask({ 'accept-encoding': accepted }))
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('accept-encoding, origin')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(1_000)
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(long)
  })

  test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
    'stays as it is for who takes “%s”',
    async (accepted) => {
      const response = await json.answer(ask({ 'accept-encoding': accepted }))
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.json()).toEqual(long)
    },
  )

  test('has a tag for each form, and is not sent again to who has that form', async () => {
    const plain = (await json.answer(ask({}))).headers.get('etag') ?? ''
    const packed = (await json.answer(ask({ 'accept-encoding': 'gzip' }))).headers.get('etag') ?? ''
    expect(packed).not.toBe(plain)
    expect((await json.answer(ask({ 'if-none-match': plain }))).status).toBe(304)
    expect((await json.answer(ask({ 'if-none-match': packed, 'accept-encoding': 'gzip' }))).status).toBe(304)
    expect((await json.answer(ask({ 'if-none-match': packed }))).status).toBe(200)
  })
})

test('a short JSON answer is never packed', async () => {
  const response = await createTaggedJson({ a: 1 }, 'no-cache').answer(ask({ 'accept-encoding': 'gzip' }))
  expect(response.headers.get('content-encoding')).toBeNull()
})
