import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatRequest, isPlainChatRequest } from './chat.ts'
import { type Parameter, checkedParameters } from './parameters.ts'

const checkedNames = checkedParameters.map(({ wireName }) => wireName)
const checkedValues = Object.fromEntries(checkedParameters.map((row) => [row.wireName, validValues(row)[0]]))

function validValues(row: Parameter): unknown[] {
  switch (row.kind) {
    case 'number':
      return [row.range.min, row.range.max]
    case 'list':
      return [['a'], Array(row.allowed.most).fill('a')]
    case 'choice':
      return [...row.allowed.values]
    case 'tokenNumbers':
      return [{ 1: row.allowed.min }, { 1: row.allowed.max }]
  }
}

describe('chat', () => {
  const least = { model: 'acme/tiny', messages: [{ role: 'user', content: 'Hi' }] }

  function firstIssue(value: unknown): { path: string; message: string } | undefined {
    const issue = chatRequest.safeParse(value).error?.issues[0]
    return issue && { path: issue.path.join('.'), message: issue.message }
  }

  function withMessage(message: unknown) {
    return { ...least, messages: [message] }
  }

  describe('a chat request (seed 4.1)', () => {
    test('requires only model and messages', () => {
      expect(chatRequest.parse(least)).toEqual(least)
    })

    test.each([...checkedNames, 'stream', 'stream_options'])('treats null for %s as absent', (name) => {
      expect(chatRequest.parse({ ...least, [name]: null })).toEqual(least)
    })

    test('keeps unknown fields unchanged', () => {
      const unknown = { top_p: 'odd', stop: ['a'], tools: [{ deep: { er: null } }], logit_bias: { 50256: -100 } }
      expect(chatRequest.parse({ ...least, ...unknown })).toEqual({ ...least, ...unknown })
      const message = { role: 'user', content: 'Hi', name: 'Ada', cache_control: { type: 'ephemeral' } }
      expect(chatRequest.parse(withMessage(message))).toEqual(withMessage(message))
    })

    test.each([0, 1, 2, 0.7])('accepts temperature %d', (temperature) => {
      expect(chatRequest.safeParse({ ...least, temperature }).success).toBe(true)
    })

    test.each([
      [{ temperature: 2.1 }, 'temperature must be a number from 0 to 2.'],
      [{ temperature: -0.1 }, 'temperature must be a number from 0 to 2.'],
      [{ temperature: '1' }, 'temperature must be a number from 0 to 2.'],
      [{ max_tokens: 0 }, 'max_tokens must be a whole number of at least 1.'],
      [{ max_tokens: 1.5 }, 'max_tokens must be a whole number of at least 1.'],
      [{ stream: 'yes' }, 'stream must be true or false.'],
      [{ stream_options: true }, 'stream_options must be an object.'],
      [{ model: undefined }, 'model is required: the id of a model from GET /v1/models.'],
      [{ model: '' }, 'model must not be empty.'],
      [{ messages: undefined }, 'messages is required: an array of at least one {role, content}.'],
      [{ messages: 'Hi' }, 'messages is required: an array of at least one {role, content}.'],
      [{ messages: [] }, 'messages must contain at least one message.'],
    ])('refuses %o with a message', (fields, message) => {
      expect(firstIssue({ ...least, ...fields })).toEqual({ path: Object.keys(fields)[0], message })
    })

    test.each([null, 1, 'text', []])('refuses a body of %o', (body) => {
      expect(firstIssue(body)).toEqual({ path: '', message: 'The body must be a JSON object with model and messages.' })
    })
  })

  describe('a body with a huge number of errors', () => {
    const many = (each: unknown) => Array.from({ length: 500_000 }, () => each)

    test.each([
      ['messages', many(1), 'messages.0', 'a message must be an object with role and content.'],
      [
        'parts',
        [{ role: 'user', content: many(1) }],
        'messages.0.content',
        'content must be a string, an array of parts, or null beside tool_calls.',
      ],
    ])('reports only the first error in %s', (_name, messages, path, message) => {
      const result = chatRequest.safeParse({ ...least, messages })
      expect(result.error?.issues).toHaveLength(1)
      expect(firstIssue({ ...least, messages })).toEqual({ path, message })
    })
  })

  describe('a message (seed 2.1)', () => {
    test.each([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Be brief.' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'assistant', tool_calls: [] },
      { role: 'tool', content: '42', tool_call_id: 'a' },
      { role: 'user', content: [] },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==' } }] },
    ])('accepts %o', (message) => {
      expect(chatRequest.parse(withMessage(message))).toEqual(withMessage(message))
    })

    test.each([
      ['Hi', 'messages.0', 'a message must be an object with role and content.'],
      [{ content: 'Hi' }, 'messages.0.role', 'role must be one of system, user, assistant, developer, tool.'],
      [
        { role: 'robot', content: 'Hi' },
        'messages.0.role',
        'role must be one of system, user, assistant, developer, tool.',
      ],
      [
        { role: 'user', content: 5 },
        'messages.0.content',
        'content must be a string, an array of parts, or null beside tool_calls.',
      ],
      [
        { role: 'user', content: null },
        'messages.0.content',
        'content must be a string, an array of parts, or null beside tool_calls.',
      ],
      [
        { role: 'user', content: [{ type: 'text' }] },
        'messages.0.content.0.type',
        'a text part needs text, and an image_url part needs image_url.url.',
      ],
    ])('refuses %o', (message, path, words) => {
      expect(firstIssue(withMessage(message))).toEqual({ path, message: words })
    })
  })
})

describe('isPlainChatRequest', () => {
  const plain = { model: 'a/b', messages: [{ role: 'user', content: 'Hi' }] }

  test.each([
    ['nothing else', {}],
    ['every checked field', { ...checkedValues, stream: true, stream_options: { include_usage: false } }],
    ['fields of an engine’s own', { tools: [{ type: 'function' }], stop: null }],
    [
      'several roles',
      {
        messages: [
          { role: 'developer', content: '' },
          { role: 'tool', content: 'x', name: 'y' },
        ],
      },
    ],
  ])('accepts a request with %s', (_name, fields) => {
    expect(isPlainChatRequest({ ...plain, ...fields })).toBe(true)
  })

  const oddities = [null, undefined, '', 'user', 'Hi', 0, 1, -1, 0.5, 2, 2.1, 1e300, NaN, true, false, [], {}, ['x']]
  /** Valid and invalid values, close to what a real request has. */
  const oddity = fc.constantFrom<unknown>(...oddities)
  const near = (...right: unknown[]) => fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...right) }, oddity)
  const message = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        { role: near('system', 'user', 'assistant', 'developer', 'tool'), content: near('Hi', ''), tool_calls: oddity },
        { requiredKeys: [] },
      ),
    },
    oddity,
  )
  const options = fc.record({ include_usage: near(true, false), other: oddity }, { requiredKeys: [] })
  const request = fc.record(
    {
      model: near('a/b'),
      messages: fc.oneof({ weight: 6, arbitrary: fc.array(message, { minLength: 1, maxLength: 3 }) }, oddity),
      ...Object.fromEntries(checkedParameters.map((row) => [row.wireName, near(...validValues(row))])),
      stream: near(true, false),
      stream_options: fc.oneof(options, oddity),
      tools: fc.jsonValue(),
    },
    { requiredKeys: ['model', 'messages'] },
  )
  const withProto = fc.constantFrom(
    '{"model":"a","messages":[{"role":"user","content":"x"}],"__proto__":{"stream":1}}',
    '{"model":"a","messages":[{"role":"user","content":"x","__proto__":[]}]}',
    '{"model":"a","messages":[{"role":"user","content":"x"}],"stream_options":{"__proto__":1}}',
  )

  test('accepts only bodies that the schema returns unchanged', () => {
    const anything = fc.oneof(
      { weight: 20, arbitrary: request },
      fc.jsonValue(),
      withProto.map((text): unknown => JSON.parse(text)),
    )
    fc.assert(
      fc.property(anything, (value) => {
        fc.pre(isPlainChatRequest(value))
        const checked = chatRequest.safeParse(value)
        expect(checked.error).toBeUndefined()
        expect(JSON.parse(JSON.stringify(checked.data))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 300, maxSkipsPerRun: 200 },
    )
  })
})
