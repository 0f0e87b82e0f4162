import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indentJson, joinMembers, rawElements, rawMembers } from './raw-json.ts'

const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/)
const number = fc.oneof(
  fc.constantFrom('9223372036854775807', '-9223372036854775808', '1.0', '0.70', '-0', '1e400', '1E+2', '0.1e-7', '0'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)
/** A JSON string in which any character may be escaped as `\uXXXX`. */
const string = fc
  .array(
    fc.oneof(
      fc.constantFrom('\\"', '\\\\', '\\/', '\\n', '\\u0022', '\\ud800', '{', '}', '[', ']', ',', ':', ' ', '"'),
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => JSON.stringify(text).slice(1, -1)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.map((part) => (part === '"' ? '\\"' : part)).join('')}"`)
const name = fc.oneof(
  fc.constantFrom('"model"', '"mod\\u0065l"', '"__proto__"', '"constructor"', '"0"', '""', '"\\\\"', '"stream"'),
  string,
)

/** Valid JSON text with any whitespace and escapes. */
const { value: json, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    number,
    string,
    fc.constantFrom('true', 'false', 'null'),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .tuple(space, fc.array(fc.tuple(space, name, space, space, tie('value'), space), { maxLength: 5 }))
    .map(([inside, members]) =>
      members.length === 0
        ? `{${inside}}`
        : `{${members.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`,
    ),
  array: fc
    .tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 5 }))
    .map(([inside, elements]) =>
      elements.length === 0 ? `[${inside}]` : `[${elements.map((each) => each.join('')).join(',')}]`,
    ),
}))

describe('raw JSON', () => {
  test('finds the same members as JSON.parse', () => {
    fc.assert(
      fc.property(space, object, space, (before, text, after) => {
        const members = rawMembers(before + text + after)
        const parsed: unknown = JSON.parse(text)
        const values = [...members].map(([key, value]): [string, unknown] => [key, JSON.parse(value)])
        expect(Object.fromEntries(values)).toEqual(parsed)
        expect(JSON.parse(joinMembers(members))).toEqual(parsed)
      }),
    )
  })

  test('finds the same elements as JSON.parse', () => {
    fc.assert(
      fc.property(fc.array(json), space, (values, blank) => {
        const elements = rawElements(`${blank}[${blank}${values.join(`${blank},${blank}`)}${blank}]${blank}`)
        expect(elements).toEqual(values)
      }),
    )
  })

  test('keeps every digit of a number', () => {
    const text = '{ "seed": 9223372036854775807, "a": 1.0 , "b":[0.70,-0], "c": {"d":1e400}}'
    expect(joinMembers(rawMembers(text))).toBe('{"seed":9223372036854775807,"a":1.0,"b":[0.70,-0],"c":{"d":1e400}}')
  })

  test('takes the last duplicate, even if its name is escaped', () => {
    expect([...rawMembers('{"a":1,"\\u0061":2.0}')]).toEqual([['a', '2.0']])
  })

  test('indents like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
        expect(indentJson(JSON.stringify(value, null, 4))).toBe(JSON.stringify(value, null, 2))
      }),
    )
    expect(indentJson('{"seed":9223372036854775807}')).toBe('{\n  "seed": 9223372036854775807\n}')
  })

  test('terminates on invalid JSON', () => {
    const signs = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', ' ', '1', 'a', '"a"', '{"a":')
    const text = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (any) => {
        for (const read of [rawMembers, rawElements]) expect(read(any)).toBeDefined()
      }),
      { examples: [['1 {"a"'], ['"\\}']] },
    )
  })

  test('handles megabytes of escapes or brackets', () => {
    const escapes = `"${'\\\\'.repeat(1_000_000)}\\""`
    const brackets = `[${'[],'.repeat(300_000)}[]]`
    expect(rawMembers(`{"a":${escapes},"b":${brackets},"c":1}`).get('c')).toBe('1')
    expect(indentJson(escapes)).toBe(escapes)
    expect(indentJson('['.repeat(100_000) + ']'.repeat(100_000)).length).toBeLessThan(20_000_000)
  })
})
