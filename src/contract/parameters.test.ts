import { expect, test } from 'vitest'
import { chatRequest } from './chat.ts'
import { schemaOf } from './parameter-schema.ts'
import { isAllowed, parameters, wireParameters } from './parameters.ts'

test('parameters that were not touched are not sent', () => {
  expect(wireParameters({})).toEqual({})
  expect(wireParameters({ temperature: 0 })).toEqual({ temperature: 0 })
  expect(wireParameters({ temperature: 1, maxTokens: 5 })).toEqual({ temperature: 1, max_tokens: 5 })
})

test.each(Object.values(parameters))('$label: both ends of its range and its default may be sent', (parameter) => {
  const { range, wireName } = parameter
  const schema = schemaOf(parameter)
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
  for (const value of [range.min, range.max, parameter.default ?? range.min]) {
    expect(schema.safeParse(value).success).toBe(true)
    expect(chatRequest.parse({ ...request, [wireName]: value })).toHaveProperty(wireName, value)
  }
  expect(schema.safeParse(range.min - 1).success).toBe(false)
})

test.each(Object.values(parameters))('$label: the page allows exactly what the service does', (parameter) => {
  const { min, max } = parameter.range
  for (const value of [min - 1, min - 0.5, min, min + 0.5, max, max + 0.5, max + 1, 2 ** 53, Infinity, Number.NaN]) {
    expect(isAllowed(parameter, value)).toBe(schemaOf(parameter).safeParse(value).success)
  }
})
