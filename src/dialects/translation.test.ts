import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatRequest } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion } from './completion.ts'
import { readMessagesUsage } from './messages/decoder.ts'
import { readMessagesRequest } from './messages/read-request.ts'
import { writeMessagesRequest } from './messages/write-request.ts'
import { createMessageEncoder, usageOf as messagesUsage, writeMessage } from './messages/write-reply.ts'
import { readResponsesRequest } from './responses/read-request.ts'
import { createResponseEncoder, usageOf as responsesUsage, writeResponse } from './responses/write-reply.ts'
import { UntranslatableRequest } from './translation.ts'

const words = fc.constantFrom(
  ...'model messages input role content type text user assistant system tools name input_schema tool_choice'.split(' '),
  ...'image source base64 url tool_use tool_result message function_call reasoning thinking stop_sequences'.split(' '),
)
/** JSON that often has the names and types of real requests. */
const nearly = fc.letrec((tie) => ({
  any: fc.oneof(
    { weight: 2, arbitrary: words },
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(words, tie('any'), { maxKeys: 5 }),
  ),
})).any

describe.each([
  ['Messages', readMessagesRequest],
  ['Responses', readResponsesRequest],
])('a body of %s', (_name, read) => {
  test('is translated or refused with its field, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.dictionary(words, nearly), fc.jsonValue()), (body) => {
        try {
          chatRequest.safeParse(read(body))
        } catch (reason) {
          if (!(reason instanceof UntranslatableRequest)) throw reason
          expect(reason.message.startsWith(reason.param)).toBe(true)
          expect(reason.message).toMatch(/\.$/)
        }
      }),
    )
  })
})

const refused = (read: (body: unknown) => unknown, body: unknown) => {
  try {
    read(body)
  } catch (reason) {
    if (reason instanceof UntranslatableRequest) return reason.param
  }
  return undefined
}

describe('what can’t be translated is refused by name', () => {
  const messages = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
  test.each([
    ['mcp_servers', { mcp_servers: [{}] }],
    ['thinking.type', { thinking: { type: 'deep' } }],
    ['tools[0].type', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['messages[0].role', { messages: [{ role: 'robot', content: 'Hi' }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'search_result' }] }] }],
    [
      'messages[0].content[0].source.type',
      { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }] },
    ],
    ['max_tokens', { max_tokens: 0 }],
  ])('Messages: %s', (param, fields) => {
    expect(refused(readMessagesRequest, { ...messages, ...fields })).toBe(param)
  })

  test.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'c' }],
    ['prompt', { prompt: { id: 'p' } }],
    ['background', { background: true }],
    ['store', { store: true }],
    ['truncation', { truncation: 'auto' }],
    ['include', { include: ['message.output_text.logprobs'] }],
    ['max_tool_calls', { max_tool_calls: 1 }],
    ['tools[0].type', { tools: [{ type: 'web_search' }] }],
    ['tool_choice.type', { tool_choice: { type: 'file_search' } }],
    ['input[0].type', { input: [{ type: 'item_reference', id: 'i' }] }],
    ['input[0].content[0].image_url', { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] }],
  ])('Responses: %s', (param, fields) => {
    expect(refused(readResponsesRequest, { model: 'm', input: 'Hi', ...fields })).toBe(param)
  })
})

describe('a request', () => {
  // Anthropic refuses blank texts.
  const text = fc.string({ minLength: 1, maxLength: 20 }).filter((each) => each.trim() !== '')
  const id = fc.stringMatching(/^[a-z]{1,8}$/)
  const textBlock = text.map((each) => ({ type: 'text', text: each }))
  const image = id.map((data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }))
  const call = fc
    .record({ id, name: id, input: fc.dictionary(id, fc.string()) })
    .map((each) => ({ type: 'tool_use', ...each }))
  const turn = fc
    .tuple(
      fc.array(fc.oneof(textBlock, image), { minLength: 1, maxLength: 3 }),
      textBlock,
      fc.array(call, { maxLength: 3 }),
      text,
    )
    .map(([asked, said, calls, result]) => [
      { role: 'user', content: asked },
      { role: 'assistant', content: [said, ...calls] },
      ...(calls.length > 0
        ? [
            {
              role: 'user',
              content: calls.map(({ id: callId }) => ({
                type: 'tool_result',
                tool_use_id: callId,
                content: [{ type: 'text', text: result }],
              })),
            },
            { role: 'assistant', content: [said] },
          ]
        : []),
    ])

  test('of Messages is the same after a round trip through the contract', () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 3 }),
        fc.option(text),
        fc.array(id),
        (turns, system, stop) => {
          const request = {
            model: 'm',
            max_tokens: 50,
            top_k: 5,
            messages: turns.flat(),
            ...(system !== null && { system }),
            ...(stop.length > 0 && { stop_sequences: stop }),
            tools: [{ name: 'a', description: 'b', input_schema: { type: 'object', properties: {} } }],
            tool_choice: { type: 'any', disable_parallel_tool_use: true },
            metadata: { user_id: 'u' },
          }
          const through = writeMessagesRequest(chatRequest.parse(readMessagesRequest(request)))
          expect(through).toEqual({ ...request, stream: true })
        },
      ),
    )
  })

  test('of Responses puts what belongs to one reply into one message', () => {
    const request = readResponsesRequest({
      model: 'm',
      instructions: 'Be brief.',
      max_output_tokens: 9,
      reasoning: { effort: 'low', summary: 'auto' },
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'reasoning', id: 'rs', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'Done' },
      ],
    })
    expect(chatRequest.parse(request)).toEqual({
      model: 'm',
      max_tokens: 9,
      reasoning_effort: 'low',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          content: 'Let me see.',
          reasoning_content: 'Hm',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'Done' },
      ],
    })
  })
})

describe('usage', () => {
  // What Anthropic documents: the total input is the sum of the three.
  const anthropic = {
    input_tokens: 50,
    cache_creation_input_tokens: 248,
    cache_read_input_tokens: 100_000,
    output_tokens: 503,
  }

  test('of Anthropic is counted once in the contract and in Responses, and the same again in Messages', () => {
    const usage = readMessagesUsage(anthropic)
    expect(usage).toEqual({
      prompt_tokens: 100_298,
      completion_tokens: 503,
      total_tokens: 100_801,
      prompt_tokens_details: { cached_tokens: 100_000, cache_write_tokens: 248 },
    })
    expect(messagesUsage(usage)).toEqual(anthropic)
    for (const name of ['input_tokens', 'output_tokens']) {
      expect(readMessagesUsage({ ...anthropic, [name]: 1.7e308 })).toBeUndefined()
    }
    const cache_creation = { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 48 }
    expect(messagesUsage(readMessagesUsage({ ...anthropic, cache_creation }))).toEqual({ ...anthropic, cache_creation })
    expect(responsesUsage(usage)).toMatchObject({
      input_tokens: 100_298,
      input_tokens_details: { cached_tokens: 100_000 },
      total_tokens: 100_801,
    })
  })

  test('of OpenAI keeps cached and reasoning tokens within their totals', () => {
    const usage = {
      prompt_tokens: 2006,
      completion_tokens: 300,
      total_tokens: 2306,
      prompt_tokens_details: { cached_tokens: 1920 },
      completion_tokens_details: { reasoning_tokens: 256 },
    }
    expect(responsesUsage(usage)).toEqual({
      input_tokens: 2006,
      input_tokens_details: { cached_tokens: 1920, cache_write_tokens: 0 },
      output_tokens: 300,
      output_tokens_details: { reasoning_tokens: 256 },
      total_tokens: 2306,
    })
    expect(messagesUsage(usage)).toMatchObject({ input_tokens: 86, cache_read_input_tokens: 1920, output_tokens: 300 })
  })

  test('of DeepSeek has its own name for cached tokens', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, prompt_cache_hit_tokens: 64 }
    expect(messagesUsage(usage)).toMatchObject({ input_tokens: 36, cache_read_input_tokens: 64 })
  })

  test('of xAI and Gemini has reasoning within the output, which they count apart', () => {
    const apart = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 125 }
    for (const usage of [apart, { ...apart, completion_tokens_details: { reasoning_tokens: 20 } }]) {
      expect(responsesUsage(usage)).toMatchObject({ output_tokens: 25, total_tokens: 125 })
      expect(messagesUsage(usage)).toMatchObject({ output_tokens: 25, output_tokens_details: { thinking_tokens: 20 } })
    }
  })
})

interface Sent {
  type: string
  index: number
  sequence_number: number
  delta?: { partial_json?: string }
  response?: unknown
}

describe('a streamed reply', () => {
  const identity = { id: 'chatcmpl-1', created: 1, model: 'm' }
  const piece = fc.oneof(
    fc.string({ minLength: 1 }).map((text): ChatEvent => ({ type: 'text', choice: 0, text })),
    fc.string({ minLength: 1 }).map((text): ChatEvent => ({ type: 'reasoning', choice: 0, text })),
    fc.constantFrom(0, 1, 2).map((index): ChatEvent => ({ type: 'tool', choice: 0, index, arguments: ' ' })),
  )
  const calls = (['a', 'b', 'c'] as const).map((name, index): ChatEvent => ({
    type: 'tool',
    choice: 0,
    index,
    id: `id_${name}`,
    name,
    arguments: '{"x":',
  }))
  const ends = [2, 0, 1].map((index): ChatEvent => ({ type: 'tool', choice: 0, index, arguments: '1}' }))
  const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }
  const framesOf = (text: string): Sent[] =>
    text.split('\n\n').flatMap((each) => (each === '' ? [] : [JSON.parse(each.replace(/^event: .*\ndata: /, ''))]))

  test('has one open block at a time, even if calls are mixed', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const events = [...calls, ...ends, ...pieces, finished]
        const frames = framesOf(createMessageEncoder(identity, 'r').encode(events))
        let open: number | undefined
        let next = 0
        const inputs: string[] = []
        for (const { type, index, delta } of frames) {
          if (type === 'content_block_start') expect([open, index]).toEqual([undefined, next++])
          if (type === 'content_block_delta') expect(index).toBe(open)
          if (type === 'content_block_start') open = index
          if (type === 'content_block_stop') open = undefined
          if (delta?.partial_json !== undefined) {
            inputs[index] = (inputs[index] ?? '') + delta.partial_json
          }
        }
        expect(inputs.filter((each) => each !== undefined).map((each) => each.trim())).toEqual(
          expect.arrayContaining(['{"x":1}', '{"x":1}', '{"x":1}']),
        )
        expect(frames.at(-2)).toMatchObject({ type: 'message_delta', delta: { stop_reason: 'tool_use' } })
        expect(frames.at(-1)).toMatchObject({ type: 'message_stop' })
      }),
    )
  })

  test('of Responses ends with the same response as a whole reply', async () => {
    const events: ChatEvent[] = [
      { type: 'reasoning', choice: 0, text: 'Hm' },
      { type: 'text', choice: 0, text: 'Hi' },
      ...calls,
      ...ends,
      finished,
    ]
    const folded = await foldCompletion([events], identity)
    if (!('completion' in folded)) throw new Error('The reply is whole.')
    const frames = framesOf(createResponseEncoder(identity, {}).encode(events))
    expect({ response: frames.at(-1)?.response }).toEqual(writeResponse(folded.completion, {}))
    expect(frames.map((each) => each.sequence_number)).toEqual(frames.map((_, place) => place))
    expect(writeMessage(folded.completion)).toMatchObject({ message: { stop_reason: 'tool_use' } })
  })
})

test('a call whose arguments aren’t an object is an error, unless the reply was cut at its limit', () => {
  const completion = (reason: 'tool_calls' | 'length') => ({
    id: 'chatcmpl-1',
    object: 'chat.completion' as const,
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant' as const,
          content: null,
          tool_calls: [{ id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{"x":' } }],
        },
        finish_reason: reason,
      },
    ],
  })
  expect(writeMessage(completion('tool_calls'))).toMatchObject({ error: { code: 'upstream_invalid' } })
  expect(writeMessage(completion('length'))).toMatchObject({ message: { stop_reason: 'max_tokens' } })
})
