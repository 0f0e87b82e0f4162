import { Validator, type Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isRecord } from '#contract/json.ts'
import { satisfySchema } from './satisfy-schema.ts'

function errorsOf(schema: unknown, value: unknown): unknown[] {
  return new Validator(schema as Schema, '2020-12', false).validate(value).errors
}

/** None for a schema that the validator can't read. */
function errorsIfReadable(schema: unknown, value: unknown): unknown[] {
  try {
    return errorsOf(schema, value)
  } catch {
    return []
  }
}

/** A format is a hint, which other keywords may contradict; the validator takes it for a rule. */
function withoutFormats(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (key === 'format' ? undefined : value))
}

/** The value for a schema, which must be valid. */
function satisfied(schema: unknown, seed = '1', small = false): unknown {
  const made = satisfySchema(schema, { seed, small })
  expect(made).toBeDefined()
  expect(errorsOf(schema, made?.value)).toEqual([])
  return made?.value
}

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'with space', '')
const scalar = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.constant(null))

/** Two numbers in order. */
const range = (low: number, high: number) =>
  fc.tuple(fc.integer({ min: low, max: high }), fc.nat(6)).map(([min, more]) => ({ min, max: min + more }))

/** Schemas that have a value, of every keyword. */
const { schema: satisfiable } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom({}, { type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }),
    fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 })) }),
    range(0, 8).map(({ min, max }) => ({ type: 'string', minLength: min, maxLength: max })),
    fc
      .constantFrom('date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'duration')
      .map((format) => ({ type: 'string', format })),
    fc
      .constantFrom(
        '^[A-Z]{3}-\\d{2,4}$',
        '^(red|green|blue)+$',
        'x?y*z+',
        '^[^a-z\\s]{2}',
        '[a-f0-9]{8}',
        '^\\w+@\\w+\\.org$',
        '^.{5}$',
      )
      .map((pattern) => ({ type: 'string', pattern })),
    range(-50, 50).map(({ min, max }) => ({ type: 'integer', minimum: min, maximum: max })),
    range(-50, 50).map(({ min, max }) => ({ type: 'number', exclusiveMinimum: min, exclusiveMaximum: max + 1 })),
    fc.constantFrom(0.01, 0.25, 3, 7, 1000).map((multipleOf) => ({ type: 'number', minimum: 5, multipleOf })),
    fc
      .tuple(tie('schema'), range(0, 4), fc.boolean())
      .map(([items, { min, max }]) => ({ type: 'array', items, minItems: min, maxItems: max })),
    fc.array(tie('schema'), { maxLength: 3 }).map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
    fc.constant({ type: 'array', items: { type: 'integer', minimum: 1, maximum: 4 }, minItems: 3, uniqueItems: true }),
    fc
      .record({ properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }), extra: fc.boolean() })
      .chain(({ properties, extra }) =>
        fc.subarray(Object.keys(properties)).map((required) => ({
          type: 'object',
          properties,
          required,
          ...(!extra && { additionalProperties: false }),
        })),
      ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.tuple(tie('schema'), fc.constantFrom({}, { title: 'x' })).map((allOf) => ({ allOf })),
    fc.constantFrom(
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      {
        oneOf: [
          { type: 'number', minimum: 0 },
          { type: 'number', maximum: 10 },
        ],
      },
      { type: 'integer', minimum: 0, maximum: 9, not: { multipleOf: 2 } },
      { type: 'array', items: { type: 'integer' }, contains: { const: 7 }, minItems: 2 },
      { type: 'object', minProperties: 3, maxProperties: 3, additionalProperties: { type: 'boolean' } },
      { type: 'object', properties: { a: true, b: true }, required: ['a'], dependentRequired: { a: ['b'] } },
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
          { properties: { a: { type: 'integer', minimum: 3 }, b: { type: 'string' } }, required: ['b'] },
        ],
      },
      {
        type: 'object',
        properties: { kind: { enum: ['round', 'square'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'round' } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { properties: { radius: { type: 'number' } }, required: ['radius'] },
        else: { properties: { side: { type: 'number' } }, required: ['side'] },
      },
    ),
  ),
}))

describe('a value for a schema', () => {
  it('satisfies any schema of the known keywords, in full and small', () => {
    fc.assert(
      fc.property(satisfiable, fc.string(), fc.boolean(), (schema, seed, small) => {
        const made = satisfySchema(schema, { seed, small })
        expect(made).toBeDefined()
        expect(errorsOf(schema, made?.value)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('is valid or missing for any combination of keywords', () => {
    const schemas = fc.array(satisfiable, { minLength: 1, maxLength: 3 })
    const keywords = {
      type: fc.constantFrom('string', 'object', 'array', 'integer', ['number', 'null']),
      enum: fc.array(scalar, { minLength: 1 }),
      properties: fc.dictionary(name, satisfiable, { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      items: satisfiable,
      minimum: fc.integer({ min: -9, max: 9 }),
      maxLength: fc.nat(9),
      minItems: fc.nat(3),
      uniqueItems: fc.boolean(),
      anyOf: schemas,
      oneOf: schemas,
      allOf: schemas,
      not: satisfiable,
      if: satisfiable,
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: satisfiable,
      pattern: fc.constantFrom('^[a-z]*$', 'x{3,}', '^(?!x)'),
      $ref: fc.constantFrom('#', '#/properties/a', '#/items'),
      additionalProperties: fc.oneof(fc.boolean(), satisfiable),
    }
    // More of them at once nearly always contradict each other.
    const combined = fc
      .subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 })
      .chain((names) =>
        fc.record(Object.fromEntries(Object.entries(keywords).filter(([each]) => names.includes(each)))),
      )
    let found = 0
    fc.assert(
      fc.property(combined, (schema) => {
        const made = satisfySchema(schema, { seed: 's' })
        if (made) {
          found += 1
          expect(errorsIfReadable(withoutFormats(schema), made.value)).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
    expect(found).toBeGreaterThan(30)
  })

  it('throws for no JSON at all', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'properties', 'required', 'items', 'oneOf', 'pattern', '$ref'),
          fc.jsonValue(),
        ),
        (schema) => {
          expect(() => satisfySchema(schema, { seed: 's' })).not.toThrow()
        },
      ),
    )
  })

  it('is the same for the same seed, and another for most others', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, n: { type: 'integer' } },
      required: ['a', 'n'],
    }
    expect(satisfied(schema, '7')).toEqual(satisfied(schema, '7'))
    const values = Array.from({ length: 20 }, (_, seed) => JSON.stringify(satisfied(schema, String(seed))))
    expect(new Set(values).size).toBeGreaterThan(10)
  })

  it('has every property, but small only the required ones', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] }
    expect(Object.keys(Object(satisfied(schema)))).toEqual(['a', 'b'])
    expect(Object.keys(Object(satisfied(schema, '1', true)))).toEqual(['b'])
  })

  it('follows references, and ends where they recur', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            label: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
            next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
          },
          required: ['label', 'children', 'next'],
          additionalProperties: false,
        },
      },
    }
    for (let seed = 0; seed < 20; seed++) {
      expect(JSON.stringify(satisfied(tree, String(seed))).length).toBeLessThan(100_000)
    }
  })

  test.each([
    ['false', false],
    ['an empty enum', { enum: [] }],
    ['bounds that exclude everything', { type: 'integer', minimum: 3, maximum: 2 }],
    ['a contradiction', { allOf: [{ type: 'string' }, { type: 'number' }] }],
    ['endless recursion', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }],
    ['a reference to itself', { $ref: '#' }],
    ['a reference elsewhere', { $ref: 'https://example.org/schema' }],
    ['a required property that is forbidden', { type: 'object', required: ['a'], additionalProperties: false }],
    ['a pattern that is too complicated', { type: 'string', pattern: '^(?=a)(?!b).*\\1$' }],
    ['a length nobody can read', { type: 'string', minLength: 1e9 }],
    ['more items than memory has', { type: 'array', minItems: 1e9 }],
  ])('is missing for %s', (_, schema) => {
    expect(satisfySchema(schema, { seed: '1' })).toBeUndefined()
  })
})

describe('a hostile schema', () => {
  const nested = (levels: number) => {
    let schema: object = { type: 'string' }
    for (let level = 0; level < levels; level++) schema = { type: 'object', properties: { a: schema }, required: ['a'] }
    return schema
  }
  const doubling = (levels: number) => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: levels }, (_, at) => [
        `d${at}`,
        at === levels - 1
          ? { type: 'string' }
          : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    ),
  })

  // Each would take minutes or all memory without limits: the test's own timeout is the measure.
  test.each([
    ['deep', nested(200)],
    ['exponential references', doubling(60)],
    [
      'exponential objects',
      {
        $ref: '#/$defs/o',
        $defs: {
          o: {
            type: 'object',
            properties: { a: { $ref: '#/$defs/o' }, b: { $ref: '#/$defs/o' } },
            required: ['a', 'b'],
          },
        },
      },
    ],
    ['an array of itself', { type: 'array', items: { $ref: '#' }, minItems: 50 }],
    ['a catastrophic pattern', { type: 'string', pattern: '^(a+)+$', minLength: 30, not: { pattern: '^(a|a)*$' } }],
    [
      'many alternatives',
      {
        allOf: Array.from({ length: 30 }, () => ({ anyOf: [{ minimum: 5 }, { maximum: 2 }] })),
        type: 'string',
        minLength: 5,
        maxLength: 4,
      },
    ],
    ['a huge enum', { enum: Array.from({ length: 100_000 }, (_, at) => at), minimum: 1e6 }],
    [
      'many items of a huge enum',
      { type: 'array', minItems: 1000, items: { enum: Array.from({ length: 100_000 }, (_, at) => `e${at}`) } },
    ],
    [
      'many items of many alternatives',
      { type: 'array', minItems: 1000, items: { anyOf: Array.from({ length: 50_000 }, () => ({ const: 1 })) } },
    ],
    [
      'many patterns',
      {
        type: 'object',
        required: Array.from({ length: 500 }, (_, at) => `p${at}`),
        patternProperties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`^x${at}[a-z]*$`, true])),
      },
    ],
    ['many properties', { type: 'object', required: Array.from({ length: 100_000 }, (_, at) => `p${at}`) }],
  ])('costs little: %s', (_, schema) => {
    const made = satisfySchema(schema, { seed: '1' })
    expect(made === undefined || isRecord(made)).toBe(true)
    expect(JSON.stringify(made?.value ?? null).length).toBeLessThan(2_000_000)
  })
})
