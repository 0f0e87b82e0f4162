import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { FramePattern } from './frame-pattern.ts'
import type { JsonRecord } from '#contract/json.ts'
import { createChatDecoder } from './chat-decoder.ts'

function chunk(delta: JsonRecord, rest: JsonRecord = {}): JsonRecord {
  return { id: 'x', model: 'tiny', choices: [{ index: 2, delta, finish_reason: null }], ...rest }
}

const text = (said: string, choice = 2) => ({ type: 'text', choice, text: said }) satisfies ChatEvent

/** As llama.cpp writes it, with the timings last. */
function llamaChunk(content: string, timings: unknown): JsonRecord {
  return chunk({ content }, { system_fingerprint: 'b1', timings })
}

function patternOf(read: JsonRecord, event: ChatEvent) {
  return FramePattern.of(JSON.stringify(read), read, [event])
}

describe('a pattern', () => {
  test('reads frames that differ only in the text', () => {
    const pattern = patternOf(chunk({ content: 'Hi' }), text('Hi'))
    for (const said of [' there', 'Grüße 👋🏽', 'id', 'tiny', ',', ':']) {
      expect(pattern?.read(JSON.stringify(chunk({ content: said })))).toEqual(text(said))
    }
  })

  test('reads reasoning under either name', () => {
    const event = { type: 'reasoning', choice: 2, text: 'hm' } as const
    for (const name of ['reasoning', 'reasoning_content']) {
      const pattern = patternOf(chunk({ content: '', [name]: 'hm' }), event)
      expect(pattern?.read(JSON.stringify(chunk({ content: '', [name]: 'so' })))).toEqual({ ...event, text: 'so' })
    }
  })

  test('keeps fields that are the same in each frame', () => {
    const extra = { chunk: { system_fingerprint: 'fp' }, choice: { logprobs: null } }
    const pattern = patternOf(chunk({ content: 'Hi' }, extra.chunk), { ...text('Hi'), extra })
    const next = JSON.stringify(chunk({ content: ' there' }, extra.chunk))
    expect(pattern?.read(next)).toEqual({ ...text(' there'), extra })
  })

  const llamaEvent = (said: string, timings: JsonRecord) => ({
    ...text(said),
    extra: { chunk: { system_fingerprint: 'b1', timings } },
  })

  test('reads llama.cpp’s timings, which change with each frame', () => {
    const pattern = patternOf(llamaChunk('Hi', { predicted_n: 1 }), llamaEvent('Hi', { predicted_n: 1 }))
    for (const timings of [{ predicted_n: 2, predicted_ms: 1.5e3 }, {}]) {
      expect(pattern?.read(JSON.stringify(llamaChunk(' there', timings)))).toEqual(llamaEvent(' there', timings))
    }
    for (const timings of [{ nested: { n: 1 } }, [1], null, 'odd', { odd: '\\' }]) {
      expect(pattern?.read(JSON.stringify(llamaChunk(' there', timings)))).toBeUndefined()
    }
    expect(pattern?.read(JSON.stringify(llamaChunk(' there', { n: 1 })).replace('{"n":1}', '{"n":}'))).toBeUndefined()
  })

  test.each([
    ['is a nested object', { nested: { n: 1 } }],
    ['contains a brace', { odd: '}' }],
    ['occurs twice', { timings: 1 }],
  ])('is not created if the timings’ value %s', (_name, timings) => {
    expect(patternOf(llamaChunk('Hi', timings), llamaEvent('Hi', timings))).toBeUndefined()
  })

  test.each([
    ['text with escapes', JSON.stringify(chunk({ content: 'a "b"' }))],
    ['text that is not valid JSON', JSON.stringify(chunk({ content: 'b' })).replace('"b"', '"\t"')],
    ['no text', JSON.stringify(chunk({ content: '' }))],
    ['a single quote instead of an empty string', JSON.stringify(chunk({ content: '' })).replace('""', '"')],
    ['another id', JSON.stringify({ ...chunk({ content: 'b' }), id: 'y' })],
    ['more after the text', JSON.stringify(chunk({ content: 'b' }, { usage: null }))],
  ])('leaves %s to the parser', (_name, data) => {
    expect(patternOf(chunk({ content: 'Hi' }), text('Hi'))?.read(data)).toBeUndefined()
  })

  test.each([
    ['the text occurs twice', chunk({ content: 'tiny' }), text('tiny')],
    ['the text is a separator', chunk({ content: ',' }), text(',')],
    ['something is escaped', chunk({ content: 'Hi' }, { model: 'a\\b' }), text('Hi')],
    ['the text is joined from parts', chunk({ content: [{ text: 'ti' }, { text: 'ny' }] }), text('tiny')],
    ['there are several choices', { choices: [{ delta: { content: 'Hi' } }, { delta: {} }] }, text('Hi', 0)],
    ['the event is not text', chunk({}), { type: 'finished', reasons: {} } satisfies ChatEvent],
  ])('is not created if %s', (_name, read, event) => {
    expect(patternOf(read, event)).toBeUndefined()
  })

  test('is not created from a frame with several events or none', () => {
    const read = chunk({ content: 'Hi' })
    expect(FramePattern.of(JSON.stringify(read), read, [])).toBeUndefined()
    expect(FramePattern.of(JSON.stringify(read), read, [text('Hi'), text('Hi')])).toBeUndefined()
  })
})

/** Decodes a stream. With `apart`, consecutive frames end differently, so that each is parsed. */
function decode(frames: readonly string[], apart: boolean): ChatEvent[] {
  const decoder = createChatDecoder()
  const blank = (place: number) => (apart && place % 2 === 1 ? ' ' : '')
  const stream = frames.map((data, place) => `data: ${data}${blank(place)}\n\n`).join('')
  return [...decoder.feed(stream), ...decoder.end()]
}

test('a pattern gives the same events as the parser', () => {
  const said = fc.oneof(
    fc.constantFrom('a', 'b', 'tiny', 'content', 'stop', ',', ':', ', ', '', '"', '\\', '\\u0061', 'é', '\t', '[DONE]'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const delta = fc.oneof(
    { weight: 6, arbitrary: fc.record({ content: said }) },
    fc.record(
      { reasoning: said, reasoning_content: said, content: said, role: fc.constant('assistant') },
      { requiredKeys: [] },
    ),
    fc.record({ content: fc.array(fc.record({ text: said }), { maxLength: 2 }) }),
    fc.record({ content: said, odd: said }, { requiredKeys: ['content'] }),
  )
  const choice = fc.record(
    { index: fc.constantFrom(0, 1), delta, finish_reason: fc.constantFrom(null, 'stop', 'error') },
    { requiredKeys: ['delta'] },
  )
  const usage = fc.constantFrom(
    null,
    { prompt_tokens: 1, completion_tokens: 2 },
    { prompt_tokens: 1, completion_tokens: 3 },
  )
  const timings = fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(fc.constantFrom('n', 'ms', 'timings'), fc.double({ noNaN: true })) },
    fc.dictionary(fc.constantFrom('n', '__proto__', 'timings'), fc.oneof(said, fc.constant({}), fc.constant('}'))),
    fc.constantFrom(null, 1, [{}]),
  )
  const read = fc.record(
    {
      id: fc.constantFrom('x', 'y'),
      choices: fc.array(choice, { minLength: 1, maxLength: 2 }),
      usage,
      system_fingerprint: fc.constant('fp'),
      timings,
    },
    { requiredKeys: ['choices'] },
  )
  const write = fc.constantFrom(
    (value: unknown) => JSON.stringify(value),
    (value: unknown) => JSON.stringify(value).replaceAll('é', '\\u00e9'),
    (value: unknown) => JSON.stringify(value).replaceAll('\\t', '\t'),
    (value: unknown) => JSON.stringify(value).replaceAll('\\"', '"'),
  )
  const written = fc.tuple(read, write).map(([value, how]) => how(value))
  const frame = fc.oneof(
    { weight: 9, arbitrary: written },
    fc.constantFrom('[DONE]', '{}', '{"choices":[]}', '{"error":"no"}'),
  )
  // Mostly the same chunk again with another text, as engines do.
  const plain = fc.array(said).map((texts) => texts.map((content) => JSON.stringify(chunk({ content }))))
  const end = fc.oneof({ weight: 19, arbitrary: fc.constant('}}') }, fc.constantFrom('}', '}"}', '}},"timings":{}}'))
  const timed = fc
    .array(fc.tuple(said, timings, end))
    .map((frames) =>
      frames.map(([content, each, last]) => JSON.stringify(llamaChunk(content, each)).replace(/\}\}$/, last)),
    )
  const run = fc
    .tuple(fc.array(frame, { maxLength: 4 }), fc.oneof(plain, timed))
    .map(([before, after]) => [...before, ...after])
  fc.assert(
    fc.property(fc.array(run, { maxLength: 4 }), (runs) => {
      const frames = runs.flat()
      expect(decode(frames, false)).toEqual(decode(frames, true))
    }),
    { numRuns: 500 },
  )
})
