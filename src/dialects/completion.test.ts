import { describe, expect, test } from 'vitest'
import { chatCompletion } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion, readCompletion } from './completion.ts'

const identity = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'acme/tiny' }
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

describe('readCompletion', () => {
  test('keeps the content and replaces the identity', () => {
    const body = {
      id: 'engine-1',
      object: 'chat.completion',
      created: 5,
      model: 'tiny.gguf',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'length' }],
      usage,
    }
    const result = readCompletion(body, identity)
    expect(result).toEqual({
      completion: {
        ...identity,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'length' }],
        usage,
      },
    })
  })

  test('keeps unknown fields at every level', () => {
    const body = {
      system_fingerprint: 'fp',
      choices: [{ message: { content: 'Hi', refusal: null }, logprobs: { content: [] }, finish_reason: 'stop' }],
      usage: { ...usage, prompt_tokens_details: { cached_tokens: 1 } },
    }
    expect(readCompletion(body, identity)).toMatchObject({
      completion: {
        system_fingerprint: 'fp',
        choices: [{ logprobs: { content: [] }, message: { refusal: null } }],
        usage: { prompt_tokens_details: { cached_tokens: 1 } },
      },
    })
  })

  test('adds a missing finish reason, role and index', () => {
    const result = readCompletion({ choices: [{ message: { content: 'Hi' } }] }, identity)
    expect(result).toMatchObject({
      completion: { choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] },
    })
  })

  test('normalizes tool calls: string arguments, an id, null content', () => {
    const message = { content: null, tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] }
    const result = readCompletion({ choices: [{ message, finish_reason: 'tool_calls' }] }, identity)
    expect(result).toMatchObject({
      completion: {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
    })
    expect(chatCompletion.safeParse('completion' in result && result.completion).success).toBe(true)
  })

  test('reads reasoning under either name', () => {
    const result = readCompletion({ choices: [{ message: { content: 'Hi', reasoning: 'hm' } }] }, identity)
    expect(result).toMatchObject({ completion: { choices: [{ message: { reasoning_content: 'hm' } }] } })
  })

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['no choices', { choices: [] }],
    ['choices that are not objects', { choices: [1] }],
    ['a list', []],
    ['a finish reason of “error”', { choices: [{ message: { content: 'Hi' }, finish_reason: 'error' }] }],
  ])('refuses %s', (_name, body) => {
    expect(readCompletion(body, identity)).toMatchObject({ error: { code: 'upstream_invalid' } })
  })

  test('reads an error that comes with status 200', () => {
    expect(readCompletion({ error: { message: 'busy', code: 503 } }, identity)).toEqual({
      error: { message: 'busy', type: 'upstream_error', param: null, code: '503' },
    })
  })
})

describe('foldCompletion', () => {
  const text = (said: string, choice = 0): ChatEvent => ({ type: 'text', choice, text: said })
  const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }

  test('joins the pieces of each choice', async () => {
    const reasons = { 0: 'stop', 1: 'length' } as const
    const result = await foldCompletion(
      [
        [text('a'), text('x', 1)],
        [{ type: 'reasoning', choice: 0, text: 'hm' }, text('b')],
        [{ type: 'finished', reasons }],
      ],
      identity,
    )
    expect(result).toEqual({
      completion: {
        ...identity,
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'ab', reasoning_content: 'hm' }, finish_reason: 'stop' },
          { index: 1, message: { role: 'assistant', content: 'x' }, finish_reason: 'length' },
        ],
      },
    })
  })

  test('joins tool calls', async () => {
    const tool = { type: 'tool', choice: 0 } as const
    const result = await foldCompletion(
      [
        [{ ...tool, index: 0, id: 'a', name: 'f', arguments: '{"x"' }],
        [
          { ...tool, index: 1, name: 'g' },
          { ...tool, index: 0, arguments: ':1}' },
        ],
        [
          { type: 'usage', usage },
          { type: 'finished', reasons: { 0: 'tool_calls' } },
        ],
      ],
      identity,
    )
    expect(result).toMatchObject({
      completion: {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [
                { id: 'a', function: { name: 'f', arguments: '{"x":1}' } },
                { id: 'call_1', function: { name: 'g', arguments: '' } },
              ],
            },
          },
        ],
        usage,
      },
    })
  })

  test('never returns a partial reply as complete', async () => {
    const error = { message: 'm', type: 't', param: null, code: 'c' }
    expect(await foldCompletion([[text('a')], [{ type: 'failed', error }]], identity)).toEqual({ error })
    expect(await foldCompletion([[text('a')]], identity)).toMatchObject({ error: { code: 'upstream_cut' } })
  })

  test('accepts an empty reply', async () => {
    const result = await foldCompletion([[finished]], identity)
    expect(result).toMatchObject({ completion: { choices: [{ message: { content: '' }, finish_reason: 'stop' }] } })
  })
})
