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

  test('Ollama: accepts a role in every delta', () => {
    expect(piecesOf(delta({ role: 'assistant', content: 'a' }), delta({ role: 'assistant', content: 'b' }))).toEqual([
      text('a'),
      text('b'),
    ])
  })

  test('llama.cpp and vLLM: accepts a first delta with only the role', () => {
    expect(piecesOf(delta({ role: 'assistant', content: null }), delta({ content: 'a' }))).toEqual([text('a')])
  })

  test.each([{ reasoning: 'hm' }, { reasoning_content: 'hm' }, { reasoning: 'hm', reasoning_content: 'hm' }])(
    'reads reasoning once from %o',
    (fields) => {
      expect(piecesOf(delta(fields))).toEqual([{ type: 'reasoning', choice: 0, text: 'hm' }])
    },
  )

  test('Mistral: reads content in parts, with “thinking” as reasoning', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'Hi' },
    ]
    expect(piecesOf(delta({ content }))).toEqual([{ type: 'reasoning', choice: 0, text: 'hm' }, text('Hi')])
  })

  test('reads tool calls in pieces, complete, and with arguments as an object', () => {
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
    ['one per chunk, with ids', [[{ id: 'a', name: 'f' }], [{ id: 'b', name: 'f' }]], [0, 1]],
    ['one per chunk, without ids', [[{ id: '', name: 'f' }], [{ name: 'f' }]], [0, 1]],
    ['several per chunk', [[{ name: 'f' }, { name: 'g' }], [{ name: 'h' }]], [0, 1, 2]],
    ['in pieces, with the name in the first', [[{ id: 'a', name: 'f' }], [{}], [{ name: 'g' }], [{}]], [0, 0, 1, 1]],
    ['in pieces that all have an id and a name', [[{ id: 'a', name: 'f' }], [{ id: 'a', name: 'f' }]], [0, 0]],
    [
      'next to others with an index',
      [[{ index: 7, name: 'f' }], [{ index: 0, name: 'g' }], [{ name: 'h' }]],
      [7, 0, 1],
    ],
  ])('separates tool calls without an index: %s', (_name, chunks, places) => {
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
  ])('reads usage %s', (_name, rest) => {
    const counts = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const stream = delta({ content: 'Hi' }, 'stop') + frame({ ...rest, usage: counts }) + 'data: [DONE]\n\n'
    expect(decode(stream).slice(-2)).toEqual([{ type: 'usage', usage: counts }, finished])
  })

  test('reports the last of several usages, and adds up a missing total', () => {
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

  test.each(['-1', '1e999', '1.7e308', '"2"', 'null'])(
    'ignores usage with a count of %s, and adds up an invalid total',
    (odd) => {
      const usageOf = (counts: string) =>
        decode(`data: {"choices":[],"usage":{${counts}}}\n\n`, delta({}, 'stop')).find(({ type }) => type === 'usage')
      expect(usageOf(`"prompt_tokens":${odd},"completion_tokens":2,"total_tokens":5`)).toBeUndefined()
      expect(usageOf(`"prompt_tokens":3,"completion_tokens":${odd},"total_tokens":5`)).toBeUndefined()
      expect(usageOf(`"prompt_tokens":3,"completion_tokens":2,"total_tokens":${odd}`)).toMatchObject({
        usage: { total_tokens: 5 },
      })
    },
  )

  test('reports usage before a failure', () => {
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
  ])('maps the finish reason “%s” to %s', (said, meant) => {
    expect(decode(delta({}, said)).at(-1)).toEqual({ type: 'finished', reasons: { 0: meant } })
  })

  test('Azure: keeps the fields of a first chunk without choices', () => {
    const events = decode(frame({ choices: [], prompt_filter_results: [1] }), delta({ content: 'Hi' }, 'stop'))
    expect(events.at(-1)).toEqual({
      type: 'finished',
      reasons: { 0: 'stop' },
      extra: { chunk: { prompt_filter_results: [1] } },
    })
  })

  test('llama.cpp: keeps fields next to the finish reason', () => {
    const fields = { system_fingerprint: 'fp', timings: { predicted_n: 2 } }
    const last = frame({ choices: [{ index: 1, delta: {}, finish_reason: 'stop', stop_reason: 5 }], ...fields })
    const events = decode(frame({ choices: [{ index: 1, delta: { content: 'Hi' } }] }), last)
    expect(events.slice(1)).toEqual([
      { type: 'text', choice: 1, text: 'Hi' },
      { type: 'finished', reasons: { 1: 'stop' }, choiceExtras: { 1: { chunk: fields, choice: { stop_reason: 5 } } } },
    ])
  })

  test('keeps unknown fields once at each level', () => {
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

  test('replaces a missing or invalid index by the position', () => {
    const choices = [{ delta: { content: 'a' } }, { index: -1.5, delta: { content: 'b' } }]
    expect(piecesOf(frame({ choices }))).toEqual([text('a'), { type: 'text', choice: 1, text: 'b' }])
  })

  test('drops fields that nest too deeply, and reads the rest', () => {
    const chunk = (inner: string) => `data: ${inner.replaceAll('DEEP', '['.repeat(100_000) + ']'.repeat(100_000))}\n\n`
    expect(
      piecesOf(
        chunk('{"x":DEEP,"choices":[{"index":0,"y":DEEP,"delta":{"content":"a","z":DEEP}}],"usage":{"q":DEEP}}'),
      ),
    ).toEqual([text('a')])
  })
})
