import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createChatDecoder } from './chat-decoder.ts'

function decode(...pieces: string[]): ChatEvent[] {
  const decoder = createChatDecoder()
  return [...pieces.flatMap((piece) => decoder.feed(piece)), ...decoder.end()]
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function delta(fields: unknown, reason: string | null = null): string {
  return frame({ choices: [{ index: 0, delta: fields, finish_reason: reason }] })
}

const text = (said: string): ChatEvent => ({ type: 'text', choice: 0, text: said })
const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }

describe('dialects', () => {
  const piecesOf = (...frames: string[]) => decode(...frames, 'data: [DONE]\n\n').slice(1, -1)

  test('Ollama: role in every delta', () => {
    expect(piecesOf(delta({ role: 'assistant', content: 'a' }), delta({ role: 'assistant', content: 'b' }))).toEqual([
      text('a'),
      text('b'),
    ])
  })

  test('llama.cpp and vLLM: a first delta that only names the role', () => {
    expect(piecesOf(delta({ role: 'assistant', content: null }), delta({ content: 'a' }))).toEqual([text('a')])
  })

  test.each([{ reasoning: 'hm' }, { reasoning_content: 'hm' }, { reasoning: 'hm', reasoning_content: 'hm' }])(
    'reasoning under %o comes once',
    (fields) => {
      expect(piecesOf(delta(fields))).toEqual([{ type: 'reasoning', choice: 0, text: 'hm' }])
    },
  )

  test('Mistral: content in parts, of which “thinking” is reasoning', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'Hi' },
    ]
    expect(piecesOf(delta({ content }))).toEqual([{ type: 'reasoning', choice: 0, text: 'hm' }, text('Hi')])
  })

  test('tool calls: in pieces, whole, and with arguments as an object', () => {
    const call = (fields: unknown) => delta({ tool_calls: [fields] })
    expect(
      piecesOf(
        call({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
        call({ index: 0, function: { arguments: '{"x":' } }),
        call({ id: 'b', function: { name: 'g', arguments: { y: 1 } } }),
      ),
    ).toEqual([
      { type: 'tool', choice: 0, index: 0, id: 'a', name: 'f', arguments: '' },
      { type: 'tool', choice: 0, index: 0, arguments: '{"x":' },
      { type: 'tool', choice: 0, index: 1, id: 'b', name: 'g', arguments: '{"y":1}' },
    ])
  })

  test.each([
    ['one a chunk, with ids', [[{ id: 'a', name: 'f' }], [{ id: 'b', name: 'f' }]], [0, 1]],
    ['one a chunk, without ids', [[{ id: '', name: 'f' }], [{ name: 'f' }]], [0, 1]],
    ['several a chunk', [[{ name: 'f' }, { name: 'g' }], [{ name: 'h' }]], [0, 1, 2]],
    [
      'in pieces, of which the first has the name',
      [[{ id: 'a', name: 'f' }], [{}], [{ name: 'g' }], [{}]],
      [0, 0, 1, 1],
    ],
    ['in pieces that all say whose they are', [[{ id: 'a', name: 'f' }], [{ id: 'a', name: 'f' }]], [0, 0]],
    [
      'beside others that have an index',
      [[{ index: 7, name: 'f' }], [{ index: 0, name: 'g' }], [{ name: 'h' }]],
      [7, 0, 1],
    ],
  ])('tool calls without an index, %s, do not run into each other', (_name, chunks, places) => {
    const frames = chunks.map((calls) =>
      delta({
        tool_calls: calls.map(({ index, id, name }: { index?: number; id?: string; name?: string }) => ({
          index,
          id,
          function: { name, arguments: '{}' },
        })),
      }),
    )
    expect(piecesOf(...frames).map((event) => event.type === 'tool' && event.index)).toEqual(places)
  })

  test.each([
    ['in its own chunk', { choices: [] }],
    ['without choices', {}],
    ['with choices null', { choices: null }],
  ])('usage %s', (_name, rest) => {
    const counts = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const stream = delta({ content: 'Hi' }, 'stop') + frame({ ...rest, usage: counts }) + 'data: [DONE]\n\n'
    expect(decode(stream).slice(-2)).toEqual([{ type: 'usage', usage: counts }, finished])
  })

  test('running usage: only the last counts, null is nothing, a missing total is the sum', () => {
    const chunk = (usage: unknown) => frame({ choices: [{ delta: { content: 'a' } }], usage })
    const events = decode(
      chunk(null),
      chunk({ prompt_tokens: 3, completion_tokens: 1 }),
      chunk({ prompt_tokens: 3, completion_tokens: 2 }),
      'data: [DONE]\n\n',
    )
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
    ])
  })

  test.each(['-1', '1e999', '"2"', 'null'])('a count of %s is no usage, and as a total it is the sum', (odd) => {
    const usageOf = (counts: string) =>
      decode(`data: {"choices":[],"usage":{${counts}}}\n\n`, delta({}, 'stop')).find(({ type }) => type === 'usage')
    expect(usageOf(`"prompt_tokens":${odd},"completion_tokens":2,"total_tokens":5`)).toBeUndefined()
    expect(usageOf(`"prompt_tokens":3,"completion_tokens":${odd},"total_tokens":5`)).toBeUndefined()
    expect(usageOf(`"prompt_tokens":3,"completion_tokens":2,"total_tokens":${odd}`)).toMatchObject({
      usage: { total_tokens: 5 },
    })
  })

  test('usage before a failure is still reported', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }
    expect(decode(frame({ choices: [{ delta: { content: 'a' } }], usage })).map(({ type }) => type)).toEqual([
      'started',
      'text',
      'usage',
      'failed',
    ])
  })

  test.each([
    ['max_tokens', 'length'],
    ['model_length', 'length'],
    ['function_call', 'tool_calls'],
    ['tool_use', 'tool_calls'],
    ['content_filter', 'content_filter'],
    ['end_turn', 'stop'],
    ['eos', 'stop'],
    ['toString', 'stop'],
  ])('the reason “%s” means %s', (said, meant) => {
    expect(decode(delta({}, said)).at(-1)).toEqual({ type: 'finished', reasons: { 0: meant } })
  })

  test('Azure: a first chunk without choices, whose fields are kept', () => {
    const events = decode(frame({ choices: [], prompt_filter_results: [1] }), delta({ content: 'Hi' }, 'stop'))
    expect(events.at(-1)).toEqual({
      type: 'finished',
      reasons: { 0: 'stop' },
      extra: { chunk: { prompt_filter_results: [1] } },
    })
  })

  test('llama.cpp: fields that come with the finish reason stay with it and are not text', () => {
    const fields = { system_fingerprint: 'fp', timings: { predicted_n: 2 } }
    const last = frame({ choices: [{ index: 1, delta: {}, finish_reason: 'stop', stop_reason: 5 }], ...fields })
    const events = decode(frame({ choices: [{ index: 1, delta: { content: 'Hi' } }] }), last)
    expect(events.slice(1)).toEqual([
      { type: 'text', choice: 1, text: 'Hi' },
      { type: 'finished', reasons: { 1: 'stop' }, choiceExtras: { 1: { chunk: fields, choice: { stop_reason: 5 } } } },
    ])
  })

  test('unknown fields survive at each level, once', () => {
    const chunk = {
      system_fingerprint: 'fp',
      choices: [{ index: 0, delta: { content: 'Hi', audio: 1 }, logprobs: null, finish_reason: null }],
    }
    expect(piecesOf(frame(chunk))).toEqual([
      {
        type: 'text',
        choice: 0,
        text: 'Hi',
        extra: { chunk: { system_fingerprint: 'fp' }, choice: { logprobs: null }, delta: { audio: 1 } },
      },
    ])
  })

  test('a missing or invalid index is replaced by the position', () => {
    const choices = [{ delta: { content: 'a' } }, { index: -1.5, delta: { content: 'b' } }]
    expect(piecesOf(frame({ choices }))).toEqual([text('a'), { type: 'text', choice: 1, text: 'b' }])
  })

  test('fields that nest too deeply are dropped and the rest is read', () => {
    const chunk = (inner: string) => `data: ${inner.replaceAll('DEEP', '['.repeat(100_000) + ']'.repeat(100_000))}\n\n`
    expect(
      piecesOf(
        chunk('{"x":DEEP,"choices":[{"index":0,"y":DEEP,"delta":{"content":"a","z":DEEP}}],"usage":{"q":DEEP}}'),
      ),
    ).toEqual([text('a')])
  })
})
