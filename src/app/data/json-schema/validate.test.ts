import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartialJson, valueOf } from './partial-json.ts'
import { schemaFromExample } from './schema-from-example.ts'
import { validateJson } from './validate.ts'

const invoice = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^V-' },
    lines: { type: 'array', items: { $ref: '#/$defs/line' }, minItems: 1 },
    state: { enum: ['open', 'paid'] },
  },
  required: ['id', 'lines'],
  additionalProperties: false,
  $defs: { line: { type: 'object', properties: { price: { type: 'number', minimum: 0 } }, required: ['price'] } },
}

/** The violations that are known after a start of a JSON text. */
function known(schema: unknown, text: string) {
  const json = createPartialJson()
  json.read(text)
  const open = new Set<object>()
  return json.root ? validateJson(schema, valueOf(json.root, open), open) : []
}

describe('a JSON schema', () => {
  test('accepts what matches it', () => {
    expect(validateJson(invoice, { id: 'V-1', lines: [{ price: 1.5 }], state: 'paid' })).toEqual([])
  })

  test.each<[unknown, string, string]>([
    [{ lines: [{ price: 1 }] }, '', 'lacks "id"'],
    [{ id: 'V-1', lines: [] }, 'lines', 'fewer than 1'],
    [{ id: 'V-1', lines: [{ price: '1' }] }, 'lines[0].price', 'must be a number'],
    [{ id: 'V-1', lines: [{ price: -1 }] }, 'lines[0].price', 'at least 0'],
    [{ id: 'X', lines: [{ price: 1 }] }, 'id', 'pattern'],
    [{ id: 'V-1', lines: [{ price: 1 }], state: 'new' }, 'state', '"open", "paid"'],
    [{ id: 'V-1', lines: [{ price: 1 }], more: 1 }, 'more', 'isn’t in the schema'],
  ])('refuses %j at %j', (value, path, message) => {
    expect(validateJson(invoice, value)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  test.each<[unknown, unknown, boolean]>([
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null, true],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, false],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, false],
    [{ not: { type: 'string' } }, 'a', false],
    // Read from text: a literal with `then` would look like a promise.
    [JSON.parse('{"if": {"type": "number"}, "then": {"minimum": 5}}'), 4, false],
    [{ allOf: [{ type: 'number' }, { multipleOf: 0.1 }] }, 0.3, true],
    [{ type: ['integer', 'null'] }, 1.5, false],
    [{ uniqueItems: true }, [1, 2, 1], false],
    [{ const: { a: [1] } }, { a: [1] }, true],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], false],
    [{ type: 'string', maxLength: 1 }, '😀', true],
    [true, 1, true],
    [false, 1, false],
  ])('%j and %j: %s', (schema, value, isValid) => {
    expect(validateJson(schema, value).length === 0).toBe(isValid)
  })

  test('lists a violation as soon as no further text can repair it, and no earlier', () => {
    expect(known(invoice, '{"lines":[{"price":')).toEqual([])
    expect(known(invoice, '{"lines":[{"price":"')).toEqual([{ path: 'lines[0].price', message: 'must be a number' }])
    expect(known(invoice, '{"lines":[{')).toEqual([])
    expect(known(invoice, '{"lines":[{}')).toEqual([{ path: 'lines[0]', message: 'lacks "price"' }])
    expect(known(invoice, '{"id":"X')).toEqual([])
    expect(known(invoice, '{"id":"X"')).toHaveLength(1)
  })

  test('never reports of a start what the whole doesn’t violate', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value)
        const schema = schemaFromExample(value)
        expect(validateJson(schema, value)).toEqual([])
        expect(known(schema, text.slice(0, cut % (text.length + 1)))).toEqual([])
      }),
    )
  })

  test.each<[string, unknown]>([
    ['a reference to itself', { $ref: '#' }],
    ['two references to itself', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
    ['alternatives that multiply', { allOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) }],
  ])('ends with %s', (_, schema) => {
    expect(validateJson(schema, { a: 1 }).at(-1)?.message).toContain('too complex')
  })
})
