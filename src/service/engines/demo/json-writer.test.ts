import { Validator } from '@cfworker/json-schema'
import { describe, expect, it, test } from 'vitest'
import { createDemoCall } from './demo-call.test-support.ts'
import { createDemoEngine } from './demo-engine.ts'
import { createFakeClock } from './fake-clock.test-support.ts'
import { readDemoReply } from './read-demo-reply.test-support.ts'
import { countTokens } from './tokens.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    year: { type: 'integer', minimum: 1900, maximum: 2030 },
    tags: { type: 'array', items: { enum: ['sea', 'wind', 'bread'] }, minItems: 1, uniqueItems: true },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['title', 'year'],
  additionalProperties: false,
} as const
const format = { type: 'json_schema', json_schema: { name: 'book', strict: true, schema } }

const reply = async (fields: Readonly<Record<string, unknown>>) =>
  readDemoReply(createDemoCall('parley/json', 'A book, please', fields))

describe('parley/json', () => {
  it('satisfies the schema for any seed', async () => {
    const texts = new Set<string>()
    for (let seed = 0; seed < 20; seed++) {
      const { text, reason } = await reply({ response_format: format, seed })
      expect(new Validator(schema as object).validate(JSON.parse(text)).errors).toEqual([])
      expect(reason).toBe('stop')
      texts.add(text)
    }
    expect(texts.size).toBeGreaterThan(10)
  })

  it('gives the same reply for the same seed, and without one', async () => {
    expect((await reply({ response_format: format, seed: 3 })).text).toBe(
      (await reply({ response_format: format, seed: 3 })).text,
    )
    expect((await reply({ response_format: format })).text).toBe((await reply({ response_format: format })).text)
  })

  it('leaves out what isn’t required if max_tokens is short, and is cut if that is still too long', async () => {
    const whole = await reply({ response_format: format })
    const short = await reply({ response_format: format, max_tokens: countTokens(whole.text) - 8 })
    expect(short.reason).toBe('stop')
    expect(new Validator(schema as object).validate(JSON.parse(short.text)).errors).toEqual([])
    const cut = await reply({ response_format: format, max_tokens: 3 })
    expect([cut.tokens.length, cut.reason]).toEqual([3, 'length'])
  })

  it('writes an object for json_object', async () => {
    expect(JSON.parse((await reply({ response_format: { type: 'json_object' } })).text)).toMatchObject({
      message: 'A book, please',
    })
  })

  test.each([undefined, null, { type: 'text' }])('says what to do with %j', async (value) => {
    expect((await reply({ response_format: value })).text).toContain('Choose JSON schema')
  })

  test.each([
    'json',
    { type: 'xml' },
    { type: 'json_schema' },
    { type: 'json_schema', json_schema: { name: 'x', schema: 'none' } },
    { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'integer', minimum: 2, maximum: 1 } } },
  ])('refuses %j with the field’s name', async (value) => {
    const engine = createDemoEngine({ clock: createFakeClock() })
    await expect(
      engine.complete(createDemoCall('parley/json', 'Hi', { response_format: value })),
    ).rejects.toMatchObject({
      status: 400,
      detail: { code: 'invalid_value', param: 'response_format' },
    })
  })
})
