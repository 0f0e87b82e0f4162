import { expect, test } from 'vitest'
import { chatRequest } from './chat.ts'
import { parameters, wireParameters } from './parameters.ts'

test('parameters that were not touched are not sent', () => {
  expect(wireParameters({})).toEqual({})
  expect(wireParameters({ temperature: 0 })).toEqual({ temperature: 0 })
  expect(wireParameters({ temperature: 1, maxTokens: 5 })).toEqual({ temperature: 1, max_tokens: 5 })
})

test.each(Object.values(parameters))('$label: both ends of its range and its default may be sent', (parameter) => {
  const { schema, range, wireName } = parameter
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
  for (const value of [range.min, range.max, parameter.default ?? range.min]) {
    expect(schema.safeParse(value).success).toBe(true)
    expect(chatRequest.parse({ ...request, [wireName]: value })).toHaveProperty(wireName, value)
  }
  expect(schema.safeParse(range.min - 1).success).toBe(false)
})
