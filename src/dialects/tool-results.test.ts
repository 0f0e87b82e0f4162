import { describe, expect, test } from 'vitest'
import { type ChatRequest, chatRequest } from '#contract/chat.ts'
import { readMessagesRequest } from './messages/read-request.ts'
import { writeMessagesRequest } from './messages/write-request.ts'
import { readResponsesRequest } from './responses/read-request.ts'

// Engines refuse anything between the results of one reply's calls.

const url = 'data:image/png;base64,aGk='
const image = { type: 'image_url', image_url: { url } }
const shape = ({ messages }: ChatRequest) =>
  messages.map(({ role, content, tool_call_id: id }) => (role === 'tool' ? `tool ${String(id)}` : [role, content]))

describe('Responses', () => {
  const read = (...items: object[]) => {
    const calls = ['a', 'b'].map((id) => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' }))
    return chatRequest.parse(
      readResponsesRequest({ model: 'm', input: [{ content: 'Hi', role: 'user' }, ...calls, ...items] }),
    )
  }
  const output = (id: string, ...parts: object[]) => ({ type: 'function_call_output', call_id: id, output: parts })
  const seen = { type: 'input_image', image_url: url }
  const text = { type: 'input_text', text: 'Seen' }
  const start = [['user', 'Hi'], ['assistant', null], 'tool a', 'tool b']

  test('images of results follow the last one in one message', () => {
    expect(shape(read(output('a', text, seen), output('b', seen)))).toEqual([...start, ['user', [image, image]]])
  })

  test('images come before the next message of the user', () => {
    const next = { role: 'user', content: 'And now?' }
    expect(shape(read(output('a', seen), output('b', text), next))).toEqual([
      ...start,
      ['user', [image]],
      ['user', 'And now?'],
    ])
  })

  test('a message between two results follows them', () => {
    const between = { role: 'user', content: 'Hurry' }
    expect(shape(read(output('a', text), between, output('b', text)))).toEqual([...start, ['user', 'Hurry']])
  })

  test('results of later calls stay with their calls', () => {
    const again = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }
    const items = [output('a', seen), output('b', text), again, output('c', text)]
    expect(shape(read(...items))).toEqual([...start, ['user', [image]], ['assistant', null], 'tool c'])
  })
})

describe('Messages', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'aGk=' }
  const result = (id: string, ...content: object[]) => ({ type: 'tool_result', tool_use_id: id, content })
  const seen = { type: 'image', source }
  const text = { type: 'text', text: 'Seen' }
  const read = (...turns: object[][]) => {
    const calls = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} }))
    const users = turns.map((content) => ({ role: 'user', content }))
    const messages = [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: calls }, ...users]
    return chatRequest.parse(readMessagesRequest({ model: 'm', max_tokens: 9, messages }))
  }
  const start = [['user', 'Hi'], ['assistant', null], 'tool a', 'tool b']

  test('images of results follow the last one', () => {
    expect(shape(read([result('a', seen), result('b', text), text]))).toEqual([...start, ['user', [image, text]]])
  })

  test('images of results in messages of their own follow the last one, too', () => {
    const request = read([result('a', seen)], [result('b', text)])
    expect(shape(request)).toEqual([...start, ['user', [image]]])
    // Anthropic wants all results first, too.
    expect(writeMessagesRequest(request)['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user', content: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }, seen] },
    ])
  })
})
