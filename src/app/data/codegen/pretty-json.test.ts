import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleJson } from './literal.ts'
import { prettyJson } from './pretty-json.ts'

test('indents complete and partial JSON without changing digits or text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const [compact, spread] = [JSON.stringify(value), JSON.stringify(value, null, 3)]
      expect(prettyJson(compact)).toBe(visibleJson(value))
      expect(prettyJson(spread)).toBe(visibleJson(value))
      // Only white space differs, even for a partial text.
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

test('limits the indentation of deep nesting', () => {
  expect(prettyJson('['.repeat(20_000)).length).toBeLessThan(20_000 * 70)
})
