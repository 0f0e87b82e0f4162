import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleJson } from './literal.ts'

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
