import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson, visibleJson } from './literal.ts'

test('JSON to be read is the same JSON, in which nothing is invisible or turns round what stands beside it', () => {
  const unit = fc.oneof(
    fc.constantFrom('\u202E', '\u2066', '\u200B', '\u0000', '"', '\\', 'ש'),
    fc.string({ maxLength: 1 }),
  )
  const text = fc.string({ unit })
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const json = visibleJson(value)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(json).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069]/u)
    }),
  )
})

test('JSON is indented as it stands, whole or growing, and keeps its digits and its text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const [compact, spread] = [JSON.stringify(value), JSON.stringify(value, null, 3)]
      expect(prettyJson(compact)).toBe(visibleJson(value))
      expect(prettyJson(spread)).toBe(visibleJson(value))
      // However much has come, nothing but white space differs.
      const part = compact.slice(0, Math.floor(compact.length / 2))
      const bare = (text: string) => text.replaceAll(/\s/gu, '')
      expect(bare(prettyJson(part))).toBe(bare(part))
    }),
  )
  expect(prettyJson('{"id":12345678901234567890,"a":{},"b":[ ]}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "a": {},\n  "b": []\n}',
  )
  expect(prettyJson('not json, <b>at</b> all')).toBe('not json,\n<b>at</b> all')
})

test('deep brackets do not grow beyond measure', () => {
  expect(prettyJson('['.repeat(20_000)).length).toBeLessThan(20_000 * 70)
})
