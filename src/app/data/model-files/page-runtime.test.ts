import { expect, test } from 'vitest'
import { engineBody } from './page-runtime.ts'

const messages = [{ role: 'user', content: 'Hello' }]
const tool = (name: string) => ({ type: 'function', function: { name } })

test('passes on what llama.cpp calls by the same name, and asks for usage', () => {
  expect(engineBody({ messages, temperature: 0.5, max_tokens: 9 })).toEqual({
    messages,
    temperature: 0.5,
    max_tokens: 9,
    cache_prompt: true,
    stream_options: { include_usage: true },
  })
})

test('computes the whole prompt anew for a seed, so that the reply can be repeated', () => {
  expect(engineBody({ messages, seed: 7 })).toMatchObject({ seed: 7, cache_prompt: false })
})

test('translates penalties, biases and schemas', () => {
  expect(engineBody({ messages, repetition_penalty: 1.1, logit_bias: { 5: -100 } })).toMatchObject({
    repeat_penalty: 1.1,
    logit_bias: [[5, -100]],
  })
  const schema = { type: 'object' }
  expect(engineBody({ messages, schema })['response_format']).toMatchObject({
    type: 'json_schema',
    json_schema: { schema },
  })
  expect(engineBody({ messages, schema: {} })['response_format']).toEqual({ type: 'json_object' })
})

test('forces one of several functions by offering only that', () => {
  const tools = [tool('a'), tool('b')]
  expect(engineBody({ messages, tools })).toMatchObject({ tools, tool_choice: 'auto' })
  expect(engineBody({ messages, tools, tool_choice: 'required' })).toMatchObject({ tools, tool_choice: 'required' })
  expect(engineBody({ messages, tools, tool_choice: { name: 'b' } })).toMatchObject({
    tools: [tool('b')],
    tool_choice: 'required',
  })
})
