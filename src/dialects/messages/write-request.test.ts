import { describe, expect, test } from 'vitest'
import { type ChatRequest, chatRequest } from '#contract/chat.ts'
import { readResponsesRequest } from '#dialects/responses/read-request.ts'
import { UntranslatableRequest } from '#dialects/translation.ts'
import type { MessagesModel } from './model-list.ts'
import { readMessagesRequest } from './read-request.ts'
import { writeMessagesRequest } from './write-request.ts'

const user = { role: 'user', content: 'Hi' } as const
const signed = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' }
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
const result = { role: 'tool', tool_call_id: 'c', content: 'Done' }
const unsignedCall = { role: 'assistant', content: null, tool_calls: [call] }
const signedCall = { ...unsignedCall, thinking_blocks: [signed] }

const write = (model: MessagesModel, messages: object[], fields: object = {}) =>
  writeMessagesRequest(chatRequest.parse({ model: 'claude', max_tokens: 16_000, messages, ...fields }), model)
const blocksOf = (body: ReturnType<typeof write>) => JSON.stringify(body['messages'])

describe('the thinking budget', () => {
  const budget: MessagesModel = { thinking: 'budget' }
  const budgetOf = (max_tokens: number, reasoning_effort: string) =>
    write(budget, [user], { max_tokens, reasoning_effort })['thinking']

  test.each([
    [64_000, 'low', 4_096],
    [64_000, 'high', 32_000],
    [6_000, 'medium', 3_000],
    // Anthropic wants at least 1,024 tokens, and fewer than `max_tokens`.
    [2_000, 'low', 1_024],
    [1_025, 'high', 1_024],
  ])('with max_tokens %d and effort %s is %d', (limit, effort, tokens) => {
    expect(budgetOf(limit, effort)).toEqual({ type: 'enabled', budget_tokens: tokens })
  })

  test('is at least 1,024 for a budget of a client of Messages', () => {
    const asked = {
      model: 'm',
      max_tokens: 2_000,
      thinking: { type: 'enabled', budget_tokens: 1_500 },
      messages: [user],
    }
    const request: ChatRequest = chatRequest.parse(readMessagesRequest(asked))
    expect(writeMessagesRequest(request, budget)['thinking']).toEqual({ type: 'enabled', budget_tokens: 1_024 })
  })

  test('without room is refused with the field', () => {
    const refusal = (() => {
      try {
        return budgetOf(1_024, 'low')
      } catch (reason) {
        return reason
      }
    })()
    expect(refusal).toBeInstanceOf(UntranslatableRequest)
    expect(refusal).toMatchObject({ param: 'max_tokens' })
    // Other models have no smallest budget.
    expect(write({}, [user], { max_tokens: 100, reasoning_effort: 'low' })).toHaveProperty('thinking.type', 'adaptive')
  })
})

describe('calls without signed thinking', () => {
  const fields = { reasoning_effort: 'low' }
  const loop = [user, unsignedCall, result]

  test('go without thinking to a model with a budget, which would refuse them', () => {
    expect(write({ thinking: 'budget' }, loop, fields)).not.toHaveProperty('thinking')
    const request = readResponsesRequest({
      model: 'claude',
      reasoning: { effort: 'low' },
      input: [
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'Done' },
      ],
    })
    const body = writeMessagesRequest(chatRequest.parse(request), { thinking: 'budget' })
    expect(body).not.toHaveProperty('thinking')
  })

  test('don’t matter to other models, or before the last reply', () => {
    expect(write({ thinking: 'adaptive' }, loop, fields)).toHaveProperty('thinking.type', 'adaptive')
    const later = [...loop, { role: 'assistant', content: 'Done.' }, user]
    expect(write({ thinking: 'budget' }, later, fields)).toHaveProperty('thinking.type', 'enabled')
    const signedLater = [...loop, signedCall, result]
    expect(write({ thinking: 'budget' }, signedLater, fields)).toHaveProperty('thinking.type', 'enabled')
  })
})

describe('signed thinking', () => {
  const loop = [user, signedCall, result]

  test.each<[MessagesModel, object]>([
    [{ thinking: 'budget' }, { reasoning_effort: 'low' }],
    [{ thinking: 'adaptive' }, { reasoning_effort: 'low' }],
    // Some models think unless they are told not to.
    [{ thinking: 'adaptive' }, {}],
    [{}, {}],
  ])('goes back first to %o with %o', (model, fields) => {
    expect(write(model, loop, fields)['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [signed, { type: 'tool_use' }] },
      { role: 'user' },
    ])
  })

  test.each<[MessagesModel, object]>([
    [{ thinking: 'budget' }, {}],
    [{ thinking: 'none' }, { reasoning_effort: 'low' }],
    [{ thinking: 'adaptive' }, { reasoning_effort: 'none' }],
    [{}, { reasoning_effort: 'none' }],
  ])('is dropped where thinking is off: %o with %o', (model, fields) => {
    expect(blocksOf(write(model, loop, fields))).not.toContain('"thinking"')
  })

  test('of earlier replies is dropped when thinking is left out', () => {
    const body = write({ thinking: 'budget' }, [...loop, unsignedCall, result], { reasoning_effort: 'low' })
    expect(blocksOf(body)).not.toContain('"thinking"')
  })
})

test('blank texts, which the interface refuses, are left out', () => {
  const spaced = { ...unsignedCall, content: '\n\n' }
  expect(write({}, [user, spaced, result])['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'tool_use' }] },
    { role: 'user' },
  ])
})
