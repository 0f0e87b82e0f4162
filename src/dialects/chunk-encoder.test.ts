import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatCompletionChunk, finishReasons } from '#contract/chat.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createChatDecoder } from './chat-decoder.ts'
import { createChunkEncoder } from './chunk-encoder.ts'

const identity = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'acme/tiny' }
const text = (said: string, choice = 0): ChatEvent => ({ type: 'text', choice, text: said })
const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }

function encode(events: ChatEvent[], includeUsage = false): string {
  return createChunkEncoder(identity, { includeUsage }).encode(events)
}

function dataOf(frames: string): unknown[] {
  expect(frames.endsWith('\n\n')).toBe(true)
  return frames
    .slice(0, -2)
    .split('\n\n')
    .map((frame) => frame.replace(/^data: /, ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)))
}

function choicesOf(frames: string): unknown[] {
  return dataOf(frames)
    .filter((data) => data !== '[DONE]')
    .flatMap((data) => chatCompletionChunk.parse(data).choices)
}

describe('an encoded stream', () => {
  test('has one identity, and sends the role first, then the finish reason and [DONE]', () => {
    const chunk = (delta: unknown, reason: string | null) => ({
      ...identity,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })
    expect(dataOf(encode([{ type: 'started', id: 'theirs' }, text('Say "hi"\n'), text('…'), finished]))).toEqual([
      chunk({ role: 'assistant', content: 'Say "hi"\n' }, null),
      chunk({ content: '…' }, null),
      chunk({}, 'stop'),
      '[DONE]',
    ])
  })

  test('gives each choice its own role and finish reason', () => {
    const reasons = { 0: 'stop', 1: 'length' } as const
    expect(choicesOf(encode([text('a', 1), text('b', 0), text('c', 1), { type: 'finished', reasons }]))).toEqual([
      { index: 1, delta: { role: 'assistant', content: 'a' }, finish_reason: null },
      { index: 0, delta: { role: 'assistant', content: 'b' }, finish_reason: null },
      { index: 1, delta: { content: 'c' }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: 'stop' },
      { index: 1, delta: {}, finish_reason: 'length' },
    ])
  })

  test('sends the role of an empty reply', () => {
    expect(choicesOf(encode([finished]))).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' },
    ])
  })

  test('sends usage in its own chunk on request', () => {
    const events: ChatEvent[] = [text('a'), { type: 'usage', usage }, finished]
    expect(dataOf(encode(events, true)).slice(-2)).toEqual([
      { ...identity, object: 'chat.completion.chunk', choices: [], usage },
      '[DONE]',
    ])
    expect(encode(events, false)).not.toContain('usage')
    expect(encode([text('a'), finished], true)).not.toContain('usage')
  })

  test('sends tool calls with a type and string arguments', () => {
    const tool = { type: 'tool', choice: 0, index: 0 } as const
    const deltas = choicesOf(encode([{ ...tool, id: 'a', name: 'f' }, { ...tool, arguments: '{}' }, finished]))
    expect(deltas.slice(0, 2)).toMatchObject([
      {
        delta: {
          role: 'assistant',
          tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
        },
      },
      { delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] } },
    ])
  })

  test('restores unknown fields at their level', () => {
    const extra = { chunk: { system_fingerprint: 'fp' }, choice: { logprobs: null }, delta: { audio: { id: 1 } } }
    const ending: ChatEvent = { type: 'finished', reasons: { 0: 'stop' }, extra: { chunk: { timings: { ms: 1 } } } }
    expect(dataOf(encode([{ type: 'text', choice: 0, text: 'a', extra }, ending]))).toMatchObject([
      { system_fingerprint: 'fp', choices: [{ delta: { content: 'a', audio: { id: 1 } }, logprobs: null }] },
      { choices: [{ finish_reason: 'stop' }], timings: { ms: 1 } },
      '[DONE]',
    ])
  })

  test('keeps fields next to their finish reason', () => {
    const reasons = { 0: 'stop', 1: 'length' } as const
    const choiceExtras = { 0: { chunk: { timings: { n: 1 } } }, 1: { choice: { stop_reason: 5 }, chunk: { odd: 1 } } }
    const events: ChatEvent[] = [
      text('a'),
      text('b', 1),
      { type: 'finished', reasons, choiceExtras, extra: { chunk: { x: 2 } } },
    ]
    expect(dataOf(encode(events)).slice(2)).toEqual([
      expect.objectContaining({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], timings: { n: 1 } }),
      expect.objectContaining({
        choices: [{ index: 1, delta: {}, finish_reason: 'length', stop_reason: 5 }],
        odd: 1,
        x: 2,
      }),
      '[DONE]',
    ])
  })

  test('never sends log probabilities with the role', () => {
    const logprobs = { content: [{ token: 'a', logprob: -1 }] }
    const event: ChatEvent = { type: 'text', choice: 0, text: 'a', extra: { choice: { logprobs } } }
    expect(choicesOf(encode([event, event, finished]))).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
      { index: 0, delta: { content: 'a' }, finish_reason: null, logprobs },
      { index: 0, delta: { content: 'a' }, finish_reason: null, logprobs },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ])
  })

  test('ends a failed stream with an error and no [DONE]', () => {
    const error = { message: 'm', type: 'upstream_error', param: null, code: 'upstream_cut' }
    const encoder = createChunkEncoder(identity, { includeUsage: true })
    const frames = encoder.encode([text('a'), { type: 'usage', usage }, { type: 'failed', error }, text('b'), finished])
    expect(dataOf(frames).slice(1)).toEqual([expect.objectContaining({ choices: [], usage }), { error }])
    expect(encoder.encode([finished])).toBe('')
    expect([encoder.outcome, encoder.error, encoder.usage]).toEqual(['failed', error, usage])
  })
})

test('decoding restores the encoded events', () => {
  const choice = fc.nat(3)
  const piece = fc.oneof(
    fc.record({ type: fc.constant('text' as const), choice, text: fc.string({ minLength: 1, unit: 'binary' }) }),
    fc.record({ type: fc.constant('reasoning' as const), choice, text: fc.string({ minLength: 1, unit: 'binary' }) }),
    fc.record({
      type: fc.constant('tool' as const),
      choice,
      index: fc.nat(5),
      id: fc.string({ minLength: 1 }),
      name: fc.string({ minLength: 1 }),
      arguments: fc.string(),
    }),
  )
  const reason = fc.constantFrom(...finishReasons)
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), reason, (pieces, ended) => {
      const reasons = Object.fromEntries(pieces.map((each) => [each.choice, ended]))
      const events: ChatEvent[] = [...pieces, { type: 'usage', usage }, { type: 'finished', reasons }]
      expect(createChatDecoder().feed(encode(events, true))).toEqual([
        { type: 'started', id: identity.id, created: identity.created, model: identity.model },
        ...events,
      ])
    }),
  )
})
