import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatRequest } from './chat.ts'
import { isPlainChatRequest } from './plain-chat-request.ts'

const plain = { model: 'a/b', messages: [{ role: 'user', content: 'Hi' }] }

test.each([
  ['nothing else', {}],
  ['every checked field', { temperature: 0, max_tokens: 1, stream: true, stream_options: { include_usage: false } }],
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
])('a request with %s is plain', (_name, fields) => {
  expect(isPlainChatRequest({ ...plain, ...fields })).toBe(true)
})

const oddities = [null, undefined, '', 'user', 'Hi', 0, 1, -1, 0.5, 2, 2.1, 1e300, NaN, true, false, [], {}, ['x']]
/** Values near those that a request has, right and wrong. */
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
    temperature: near(0, 1, 2),
    max_tokens: near(1, 100),
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

test('what is plain is what the schema makes of it', () => {
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
