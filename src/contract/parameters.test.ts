import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatRequest, schemaOf } from './chat.ts'
import { type Parameter, allowedWords, isAllowed, parameters, readParameters, wireParameters } from './parameters.ts'

const rows: readonly Parameter[] = Object.values(parameters)
const numbers = rows.filter((row) => row.kind === 'number')
const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

test('sends only parameters that were set', () => {
  expect(wireParameters({})).toEqual({})
  expect(wireParameters({ temperature: 0 })).toEqual({ temperature: 0 })
  expect(wireParameters({ temperature: 1, maxTokens: 5, stop: ['END'] })).toEqual({
    temperature: 1,
    max_tokens: 5,
    stop: ['END'],
  })
})

test.each(numbers)('$label: accepts both ends of its range and its default', (parameter) => {
  const { range, wireName } = parameter
  const schema = schemaOf(parameter)
  for (const value of [range.min, range.max, parameter.default ?? range.min]) {
    expect(schema.safeParse(value).success).toBe(true)
    expect(chatRequest.parse({ ...request, [wireName]: value })).toHaveProperty(wireName, value)
  }
  expect(schema.safeParse(range.min - 1).success).toBe(false)
})

test.each(rows)('$label: the page and the schema accept the same values', (parameter) => {
  const { min, max } = parameter.kind === 'number' ? parameter.range : { min: 1, max: 4 }
  const edges = [min - 1, min - 0.5, min, min + 0.5, max, max + 0.5, max + 1]
  const lists = [[], ['a'], [''], ['a', ''], [1], ...[4, 5].map((length) => Array(length).fill('a'))]
  const words = ['none', 'high', 'extreme', '']
  const byToken = [{ 50256: -100 }, { 1: 100.5 }, { '-1': 1 }, { x: 1 }, { 1: '1' }, { 1: 1, 2: null }]
  for (const value of [...words, ...byToken, ...edges, 2 ** 53, Infinity, Number.NaN, '1', null, {}, ...lists]) {
    expect(isAllowed(parameter, value)).toBe(schemaOf(parameter).safeParse(value).success)
  }
})

describe('an invalid value sent to the service', () => {
  test.each(rows.filter(({ checked }) => checked))('$label: is refused with the valid values', (row) => {
    const { wireName } = row
    const issue = chatRequest.safeParse({ ...request, [wireName]: 'odd' }).error?.issues[0]
    expect(issue).toMatchObject({ path: [wireName], message: `${wireName} must be ${allowedWords(row)}.` })
  })

  test.each(rows.filter(({ checked }) => !checked))('$label: is forwarded unchanged', ({ wireName }) => {
    expect(chatRequest.parse({ ...request, [wireName]: 'odd' })).toHaveProperty(wireName, 'odd')
  })
})

describe('stop sequences', () => {
  test.each([[['a']], [['a', 'b', 'c', 'd']], [['\n']]])('accept %j', (value) => {
    expect(isAllowed(parameters.stop, value)).toBe(true)
  })

  test.each([[[]], [['']], [['a', 'b', 'c', 'd', 'e']], [[1]], ['a'], [null]])('refuse %j', (value) => {
    expect(isAllowed(parameters.stop, value)).toBe(false)
  })
})

test.each([[{ 50256: -100, 1: 0.5 }], [{ 0: 100 }]])('logit bias accepts %j', (value) => {
  expect(isAllowed(parameters.logitBias, value)).toBe(true)
})

describe('values from storage, links and requests', () => {
  test('are kept if they are known and valid', () => {
    const kept = { temperature: 3, topP: 0.5, seed: -7, stop: ['x'], maxTokens: '5', __proto__: 1, else: 1 }
    expect(readParameters(kept)).toEqual({ topP: 0.5, seed: -7, stop: ['x'] })
  })

  test('are not sent if they are invalid', () => {
    const names = fc.constantFrom(...Object.keys(parameters), 'toString', '__proto__')
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(names, fc.anything()), fc.anything()), (value) => {
        for (const [wireName, sent] of Object.entries(wireParameters(readParameters(value)))) {
          const row = rows.find((each) => each.wireName === wireName)
          expect(row && isAllowed(row, sent)).toBe(true)
        }
      }),
    )
  })
})
