import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLanguages } from './code-languages.ts'
import { visibleJson } from './literal.ts'

test('escapes invisible and bidirectional characters in displayed JSON', () => {
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

test('keeps the digits of numbers in code', () => {
  const written = '{"seed":9223372036854775807,"deep":[1.0,0.70]}'
  const body = { ...JSON.parse(written), model: 'm', messages: [] }
  for (const { write } of codeLanguages) {
    const code = write({ baseUrl: 'http://parley.test/v1', body, rawJson: written, stream: false })
    for (const number of ['9223372036854775807', '1.0', '0.70']) expect(code).toContain(number)
  }
})
