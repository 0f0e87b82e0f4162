import { type Schema, Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPatternMatcher } from './match-pattern.ts'
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

/** A value within a value within a value. */
function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = true
  for (let count = 0; count < depth; count++) value = around(value)
  return value
}

/** Definitions that each refer to the next one twice. */
function doubling(count: number) {
  const entries = Array.from({ length: count }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` }
    return [`d${at}`, { allOf: [next, next] }] as const
  })
  return Object.fromEntries(entries)
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
    [{ patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }, { 'x-a': 'b' }, true],
    [{ patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }, { 'x-a': 1 }, false],
    [{ patternProperties: { '^x-': true }, additionalProperties: false }, { y: 1 }, false],
    [{ patternProperties: { '(a+)+$': false }, additionalProperties: false }, { a: 1 }, true],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, false],
    [{ dependentRequired: { card: ['address'] } }, { card: 1 }, false],
    [{ dependentRequired: { card: ['address'] } }, { address: 1 }, true],
    [{ dependentSchemas: { card: { maxProperties: 1 } } }, { card: 1, address: 2 }, false],
    [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], false],
    [{ contains: { const: 1 }, minContains: 0 }, [2], true],
    [{ format: 'email' }, 'not an address', true],
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

  test('agrees with another validator', () => {
    const name = fc.constantFrom('a', 'b', 'x-a', 'x-b')
    const value = fc.oneof(
      fc.constantFrom<unknown>(0, 1, 2, 'a', 'bb', null, true),
      fc.array(fc.nat(2), { maxLength: 3 }),
      fc.dictionary(name, fc.oneof(fc.nat(2), fc.constantFrom('a', 'bb')), { maxKeys: 3 }),
    )
    const leaf = fc.constantFrom<Schema>(
      { type: 'integer' },
      { type: ['string', 'null'] },
      { enum: [0, 'a'] },
      { minimum: 1 },
      { maxLength: 1 },
      { pattern: '^[ab]$' },
    )
    const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.record(
          {
            properties: fc.dictionary(name, tie('schema'), { maxKeys: 2 }),
            patternProperties: fc.dictionary(fc.constantFrom('^x', 'a$'), tie('schema'), { maxKeys: 2 }),
            additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
            propertyNames: tie('schema'),
            dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
            dependentSchemas: fc.dictionary(name, tie('schema'), { maxKeys: 1 }),
            required: fc.uniqueArray(name, { maxLength: 1 }),
            minProperties: fc.nat(2),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            items: tie('schema'),
            prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            contains: tie('schema'),
            maxItems: fc.nat(2),
            uniqueItems: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            not: tie('schema'),
          },
          { requiredKeys: [] },
        ),
      ),
    }))
    fc.assert(
      fc.property(schema, value, (rules, each) => {
        expect(validateJson(rules, each).length === 0).toBe(new Validator(rules, '2020-12').validate(each).valid)
      }),
      { numRuns: 500 },
    )
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

  test.each<[string, unknown]>([
    ['definitions that double', { $ref: '#/$defs/d0', $defs: doubling(40) }],
    [
      'a chain of references to each other',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['forms that are nested deeply', nested(50_000, (inner) => ({ not: inner }))],
    ['a deep constant', { const: nested(50_000, (inner) => [inner]) }],
  ])('ends with %s, whatever the value', (_, schema) => {
    const values = [{ a: 1 }, nested(50_000, (inner) => [inner]), Array.from({ length: 2_000 }, (_item, at) => at)]
    for (const value of values) expect(validateJson(schema, value).length).toBeLessThanOrEqual(101)
  })

  test.each([
    '(a+)+$',
    '((a+))+$',
    '(a|a)*$',
    '(a|aa)+$',
    '(a?)*$',
    'a*a*a*a*a*b',
    '(?:a?){60}a{60}',
    '(.*)\\1+$',
    '(?=a+)+b',
    `${'(a|a)'.repeat(40)}b`,
  ])('never runs %s on a text that takes it long', (pattern) => {
    expect(createPatternMatcher()(pattern, `${'a'.repeat(1_999)}!`)).toBeUndefined()
    expect(validateJson({ type: 'string', pattern }, `${'a'.repeat(1_999)}!`)).toEqual([])
  })

  test.each<[string, string, boolean]>([
    ['^[^@\\s]+@[^@\\s]+$', 'ada@example.org', true],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-11-3', false],
    ['^(red|green)$', 'blue', false],
    ['^v(\\.\\d+)?$', 'v.1', true],
    ['^(ab)+$', 'ababa', false],
    ['[)(*+]', 'a+b', true],
  ])('runs %s on %s', (pattern, text, isMatch) => {
    expect(createPatternMatcher()(pattern, text)).toBe(isMatch)
  })

  test('stops running patterns when those of one check have taken long together', () => {
    const matches = createPatternMatcher(1_000)
    expect(matches('^a+$', 'a'.repeat(20))).toBe(true)
    expect(matches('^a+$', 'a'.repeat(20))).toBe(true)
    expect(matches('^a+$', 'a'.repeat(20))).toBeUndefined()
    expect(createPatternMatcher()('[', 'a')).toBeUndefined()
  })
})
