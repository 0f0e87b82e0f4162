import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembleResponse, findSharedFields, summarizeEvent } from './exchange-summary.ts'

const common = { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm' }
const eventsOf = (...chunks: unknown[]) =>
  chunks.map((chunk, elapsedMs) => ({ elapsedMs, data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }))
const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  ...common,
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const wordsOf = (data: unknown, shared = new Map<string, string>()) =>
  summarizeEvent(typeof data === 'string' ? data : JSON.stringify(data), shared).map(({ name, value }) =>
    name === '' ? value : `${name} ${value}`,
  )

describe('the fields that every event shares', () => {
  it('are the ones with one value in all chunks', () => {
    const events = eventsOf(
      ': ping',
      chunk({ content: 'a' }, null, { usage: null, fingerprint: 'f1' }),
      chunk({ content: 'b' }, null, { usage: null, fingerprint: 'f2' }),
      { ...common, choices: [], usage: { total_tokens: 3 } },
      { error: { message: 'x' } },
      '[DONE]',
    )
    expect([...findSharedFields(events)]).toEqual([
      ['id', '"c1"'],
      ['object', '"chat.completion.chunk"'],
      ['created', '7'],
      ['model', '"m"'],
    ])
  })

  it('are none in a single chunk, and none where there is no chunk', () => {
    expect(findSharedFields(eventsOf(chunk({ content: 'a' }))).size).toBe(0)
    expect(findSharedFields(eventsOf('[DONE]', '{"error":{}}')).size).toBe(0)
  })
})

describe('the summary of an event', () => {
  const shared = findSharedFields(eventsOf(chunk({}), chunk({})))

  it('has the text first and leaves out what is shared, empty or an index', () => {
    expect(wordsOf(chunk({ role: 'assistant', content: ' two\n' }), shared)).toEqual(['" two\\n"', 'role "assistant"'])
    expect(wordsOf(chunk({}, 'stop'), shared)).toEqual(['finish_reason "stop"'])
    expect(wordsOf(chunk({ content: '' }), shared)).toEqual([])
  })

  it('keeps a shared field that differs', () => {
    expect(wordsOf({ ...chunk({}), model: 'other' }, shared)).toEqual(['model "other"'])
  })

  it('names reasoning, tool calls, further choices, usage and errors', () => {
    expect(wordsOf(chunk({ reasoning: 'Hm' }), shared)).toEqual(['reasoning "Hm"'])
    const call = { index: 1, id: 't', function: { name: 'find', arguments: '{"a"' } }
    expect(wordsOf(chunk({ tool_calls: [call] }), shared)).toEqual([
      String.raw`tool_calls[1].function.arguments "{\"a\""`,
      'tool_calls[1].id "t"',
      'tool_calls[1].function.name "find"',
    ])
    expect(wordsOf({ choices: [{ index: 1, delta: { content: 'b' } }] })).toEqual(['choices[1].content "b"'])
    expect(wordsOf({ choices: [], usage: { total_tokens: 3 } })).toEqual(['usage.total_tokens 3'])
    expect(wordsOf({ error: { message: 'No', code: null } })).toEqual(['error.message "No"'])
  })

  it('shows what is not a JSON object unchanged', () => {
    for (const data of ['[DONE]', ': ping', '{"cut', '12', '']) expect(wordsOf(data)).toEqual([data])
  })

  it('is short, whatever the event has', () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 'x'.repeat(5_000)]))
    expect(wordsOf(wide).join(' ').length).toBeLessThan(40_000)
    expect(wordsOf(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)[0]).toHaveLength(601)
  })
})

describe('an assembled response', () => {
  it('joins the pieces and keeps the last of the other values', () => {
    const events = eventsOf(
      ': ping',
      chunk({ role: 'assistant', content: '', reasoning: 'Hm' }),
      chunk({ role: 'assistant', content: 'One' }),
      chunk({ content: ' two' }),
      chunk({}, 'stop'),
      { ...common, choices: [], usage: { total_tokens: 3 } },
      '[DONE]',
    )
    expect(JSON.parse(JSON.stringify(assembleResponse(events)))).toEqual({
      ...common,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'One two', reasoning: 'Hm' }, finish_reason: 'stop' },
      ],
      usage: { total_tokens: 3 },
    })
  })

  it('joins tool calls by their index, several choices, and lists without indexes', () => {
    const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] })
    const events = eventsOf(
      call(0, { id: 'a', function: { name: 'find', arguments: '{"q"' } }),
      call(1, { id: 'b', function: { name: 'find', arguments: '{}' } }),
      call(0, { function: { arguments: ':1}' } }),
      { choices: [{ index: 1, delta: { content: 'Other' }, logprobs: { content: [{ token: 'O' }] } }] },
      { choices: [{ index: 1, delta: {}, logprobs: { content: [{ token: 'p' }] } }] },
    )
    const [first, second] = JSON.parse(JSON.stringify(assembleResponse(events))).choices
    expect(first.message.tool_calls).toEqual([
      { index: 0, id: 'a', function: { name: 'find', arguments: '{"q":1}' } },
      { index: 1, id: 'b', function: { name: 'find', arguments: '{}' } },
    ])
    expect(second.message.content).toBe('Other')
    expect(second.logprobs.content).toEqual([{ token: 'O' }, { token: 'p' }])
  })

  it('is undefined without a JSON object', () => {
    expect(assembleResponse(eventsOf('[DONE]', ': ping', '{"cut'))).toBeUndefined()
  })

  it('keeps a field named __proto__ and changes no prototype', () => {
    const whole = assembleResponse(eventsOf('{"__proto__":{"harm":1}}', '{"__proto__":{"more":2}}'))
    expect(JSON.stringify(whole)).toBe('{"__proto__":{"harm":1,"more":2}}')
    expect(({} as { harm?: number }).harm).toBeUndefined()
  })

  it('can be made of any JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (texts) => {
        const events = eventsOf(...texts)
        const shared = findSharedFields(events)
        for (const { data } of events) summarizeEvent(data, shared)
        expect(() => JSON.stringify(assembleResponse(events))).not.toThrow()
      }),
    )
  })

  it('is assembled from 10,000 events within a moment', () => {
    const events = eventsOf(...Array.from({ length: 10_000 }, () => chunk({ content: 'word ' })))
    const start = performance.now()
    expect(JSON.stringify(assembleResponse(events)).length).toBeGreaterThan(50_000)
    expect(findSharedFields(events).size).toBe(4)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
