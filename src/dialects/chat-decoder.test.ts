import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createChatDecoder, readWholeReply } from './chat-decoder.ts'

function decode(...pieces: string[]): ChatEvent[] {
  const decoder = createChatDecoder()
  return [...pieces.flatMap((piece) => decoder.feed(piece)), ...decoder.end(), ...decoder.end()]
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function delta(fields: unknown, reason: string | null = null): string {
  return frame({ id: 'x', choices: [{ index: 0, delta: fields, finish_reason: reason }] })
}

const started: ChatEvent = { type: 'started', id: 'x' }
const text = (content: string): ChatEvent => ({ type: 'text', choice: 0, text: content })
const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }
const hi = delta({ role: 'assistant', content: 'Hi' }) + delta({}, 'stop') + 'data: [DONE]\n\n'

function codeOf(events: ChatEvent[]): string | null | undefined {
  const last = events.at(-1)
  return last?.type === 'failed' ? last.error.code : undefined
}

describe('framing', () => {
  test.each([
    ['line feeds', hi],
    ['CRLF', hi.replaceAll('\n', '\r\n')],
    ['lone carriage returns', hi.replaceAll('\n', '\r')],
    ['no space after the colon', hi.replaceAll('data: ', 'data:')],
    ['a byte-order mark', `\uFEFF${hi}`],
    ['comments and bare colons', `: OPENROUTER PROCESSING\n\n:\n\n${hi}`],
    ['an empty data field', `data:\n\ndata: \n\n${hi}`],
    ['ids and retry fields', `id: 1\nretry: 10\n${hi}`],
    ['no blank line after [DONE]', hi.trimEnd()],
    ['spaces after [DONE]', hi.replace('[DONE]', '[DONE]  ')],
    ['no [DONE]', hi.replace('data: [DONE]\n\n', '')],
    ['no blank line and no [DONE]', hi.replace('\n\ndata: [DONE]\n\n', '')],
    ['frames after [DONE]', hi + delta({ content: 'never' })],
  ])('accepts %s', (_name, stream) => {
    expect(decode(stream)).toEqual([started, text('Hi'), finished])
  })

  test('is independent of how the text is split', () => {
    const stream = `\uFEFF: ping\r\n\r\n${delta({ content: 'Grüße 👋🏽 ' })}${delta({ reasoning: 'hm' })}${delta({ content: '终' }).replaceAll('\n', '\r\n')}${delta({}, 'length')}data: [DONE]\n\n`
    const whole = decode(stream)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
        const pieces = places.slice(1).map((end, at) => stream.slice(places[at], end))
        expect(decode(...pieces)).toEqual(whole)
      }),
    )
  })

  test('gives the same events on the fast path as one character at a time', () => {
    const said = fc.oneof(
      fc.record({ role: fc.constant('assistant'), content: fc.string({ unit: 'binary' }) }, { requiredKeys: [] }),
      fc.record({ reasoning: fc.string(), tool_calls: fc.constant([{ index: 0, function: { arguments: {} } }]) }),
      fc.record({ content: fc.constantFrom(null, 5, [{ type: 'thinking', thinking: 'hm' }]), odd: fc.jsonValue() }),
    )
    const each = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(said, fc.constantFrom(null, 'stop', 'eos')).map(([fields, why]) => delta(fields, why)),
      },
      fc.constantFrom(
        'data: [DONE]\n\n',
        'data: {"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n',
        ': ping\n\n',
      ),
      fc.constantFrom(
        'data: {\ndata: }\n\n',
        'data: \n\n',
        '\n',
        'data: {}\r\n\r\n',
        'data: 1\r\r',
        'event: error\n',
        'data:{}\n\n',
      ),
    )
    fc.assert(
      fc.property(fc.array(each), (frames) => {
        const stream = frames.join('')
        const byLetter = decode(...stream.split(''))
        expect(decode(...frames)).toEqual(byLetter)
        expect(decode(stream)).toEqual(byLetter)
      }),
    )
  })

  test('emits each event as soon as its frame is complete', () => {
    const decoder = createChatDecoder()
    expect(decoder.feed(delta({ content: 'a' }) + delta({ content: 'b' }).slice(0, -1))).toEqual([started, text('a')])
    expect(decoder.feed('\n')).toEqual([text('b')])
  })

  test('never throws and ends exactly once for any input', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('data: [DONE]', 'data: {}', 'event: error', 'error: {}', '', '\r', ': x'),
      fc.json().map((value) => `data: ${value}`),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const events = decode(...lines.map((each) => `${each}\n`))
        const endings = events.filter(({ type }) => type === 'finished' || type === 'failed')
        expect(endings).toHaveLength(1)
        expect(events.at(-1)).toBe(endings[0])
      }),
    )
  })
})

describe('completeness', () => {
  test('accepts a finish reason without [DONE]', () => {
    expect(decode(delta({ content: 'Hi' }, 'length')).at(-1)).toEqual({ type: 'finished', reasons: { 0: 'length' } })
  })

  test('accepts [DONE] without a finish reason, and adds the reason', () => {
    expect(decode(delta({ content: 'Hi' }), 'data: [DONE]\n\n').at(-1)).toEqual(finished)
  })

  test('reads [DONE] alone as an empty reply', () => {
    expect(decode('data: [DONE]\n\n')).toEqual([finished])
  })

  test.each([
    ['objects that are not chunks', frame({}) + frame({ odd: 1 })],
    ['chunks without choices', frame({ choices: [] }) + frame({ choices: null }) + frame({ choices: [1] })],
    [
      'another API',
      `event: message_start\n${frame({ type: 'message_start', message: { usage: { input_tokens: 3 } } })}event: content_block_delta\n${frame({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } })}`,
    ],
  ])('fails if [DONE] follows only %s', (_name, frames) => {
    const events = decode(frames, 'data: [DONE]\n\n')
    expect(codeOf(events)).toBe('upstream_invalid')
    expect(events).toHaveLength(1)
  })

  test('reports a stream of another API without [DONE] as invalid, not cut', () => {
    expect(codeOf(decode(frame({ type: 'message_start' })))).toBe('upstream_invalid')
    expect(codeOf(decode(frame({ choices: [], prompt_filter_results: [1] })))).toBe('upstream_cut')
  })

  test('accepts a reply of one chunk: an empty choice, or only usage', () => {
    expect(decode(frame({}), frame({ choices: [{}] }), 'data: [DONE]\n\n').at(-1)).toEqual(finished)
    const usage = { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 }
    expect(decode(frame({ choices: [], usage }), 'data: [DONE]\n\n').slice(1)).toEqual([
      { type: 'usage', usage },
      finished,
    ])
  })

  test('reports a stream with neither finish reason nor [DONE] as cut', () => {
    expect(codeOf(decode(delta({ content: 'Hi' })))).toBe('upstream_cut')
    expect(codeOf(decode(': ping\n\n'))).toBe('upstream_cut')
  })

  test('reports a stream that ends inside a frame as cut', () => {
    expect(codeOf(decode(delta({ content: 'Hi' }), delta({ content: 'there' }).slice(0, 30)))).toBe('upstream_cut')
  })

  test('ignores a partial frame after the finish reason', () => {
    expect(decode(delta({ content: 'Hi' }, 'stop'), 'data: {"usa').at(-1)).toEqual(finished)
  })

  test('requires a finish reason for every choice that has begun', () => {
    const choice = (index: number, reason: string | null) =>
      frame({ choices: [{ index, delta: { content: 'x' }, finish_reason: reason }] })
    expect(codeOf(decode(choice(0, 'stop'), choice(1, null)))).toBe('upstream_cut')
    expect(decode(choice(1, 'length'), choice(0, 'stop')).at(-1)).toEqual({
      type: 'finished',
      reasons: { 0: 'stop', 1: 'length' },
    })
  })

  test('knows when the reply is complete', () => {
    const decoder = createChatDecoder()
    decoder.feed(delta({ content: 'Hi' }))
    expect(decoder.whole).toBe(false)
    decoder.feed(delta({}, 'stop'))
    expect([decoder.whole, decoder.ended]).toEqual([true, false])
    decoder.feed('data: [DONE]\n\n')
    expect(decoder.ended).toBe(true)
    expect(decoder.end()).toEqual([])
  })
})

describe('failures', () => {
  test('fails on a web page', () => {
    expect(codeOf(decode('<!doctype html>\n<html>\n<p>It works!</p>\n</html>\n'))).toBe('upstream_invalid')
  })

  test('fails on a frame that is not a JSON object', () => {
    expect(codeOf(decode(delta({ content: 'Hi' }), 'data: oops\n\n', hi))).toBe('upstream_invalid')
    expect(codeOf(decode('data: 42\n\n'))).toBe('upstream_invalid')
  })

  test('vLLM: fails on an error frame, even if [DONE] follows', () => {
    const error = { object: 'error', message: 'out of memory', type: 'InternalServerError', code: 500 }
    expect(decode(delta({ content: 'Hi' }), frame(error), 'data: [DONE]\n\n')).toEqual([
      started,
      text('Hi'),
      {
        type: 'failed',
        error: { message: 'out of memory', type: 'InternalServerError', param: null, code: '500' },
      },
    ])
  })

  test('llama.cpp: fails on its error field', () => {
    const error = { code: 500, message: 'slot unavailable', type: 'server_error' }
    expect(decode(`error: ${JSON.stringify(error)}\n\n`).at(-1)).toMatchObject({
      type: 'failed',
      error: { message: 'slot unavailable', code: '500' },
    })
    expect(codeOf(decode('error: what\n\n'))).toBe('upstream_invalid')
  })

  test('fails on an error event with a bare body', () => {
    expect(decode('event: error\ndata: {"message":"busy"}\n\n').at(-1)).toMatchObject({ error: { message: 'busy' } })
  })

  test('OpenRouter: fails on an error next to the choices', () => {
    const chunk = { error: { code: 502, message: 'provider left' }, choices: [{ delta: {}, finish_reason: 'error' }] }
    expect(decode(frame(chunk)).at(-1)).toMatchObject({ type: 'failed', error: { message: 'provider left' } })
  })

  test('fails on a finish reason of “error”', () => {
    expect(codeOf(decode(delta({ content: 'Hi' }, 'error'), 'data: [DONE]\n\n'))).toBe('upstream_cut')
  })

  test('fails on a frame that never ends', () => {
    const decoder = createChatDecoder()
    const events = Array.from({ length: 18 }, () => decoder.feed('x'.repeat(1024 * 1024))).flat()
    expect(codeOf(events)).toBe('upstream_invalid')
    expect(decoder.feed(hi)).toEqual([])
  })
})

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const completion = { choices: [{ message: { content: 'Grüße', reasoning: 'hm' }, finish_reason: 'length' }], usage }
const json = JSON.stringify(completion, null, 2)
const stream = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

describe('the response to a streamed request', () => {
  test('may be one JSON completion', () => {
    const events = [
      { type: 'started' },
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'text', choice: 0, text: 'Grüße' },
      { type: 'usage', usage },
      { type: 'finished', reasons: { 0: 'length' } },
    ]
    expect(decode(json)).toEqual(events)
    expect(decode('\uFEFF', '\n ', json)).toEqual(events)
  })

  test.each([
    ['a stream', stream],
    ['JSON', json],
    ['a web page', '<!doctype html><p>It works!</p>'],
  ])('is independent of how the text is split: %s', (_name, answer) => {
    const whole = decode(answer).filter(({ type }) => type !== 'text')
    fc.assert(
      fc.property(fc.array(fc.nat(answer.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), answer.length]
        const parts = places.slice(1).map((end, at) => answer.slice(places[at], end))
        expect(decode(...parts).filter(({ type }) => type !== 'text')).toEqual(whole)
      }),
    )
  })

  test.each([
    ['a web page', '<!doctype html><p>It works!</p>', 'upstream_invalid'],
    ['an error in JSON', '{"error":{"message":"m","code":"own"}}', 'own'],
    ['half a JSON completion', json.slice(0, -20), 'upstream_cut'],
    ['JSON that isn’t a completion', '{}', 'upstream_invalid'],
    ['half a stream', stream.slice(0, 20), 'upstream_cut'],
    ['nothing', '', 'upstream_invalid'],
  ])('fails once if it is %s', (_name, answer, code) => {
    expect(decode(answer)).toMatchObject([{ type: 'failed', error: { code } }])
  })

  test('ends at once when it is a web page', () => {
    const decoder = createChatDecoder()
    expect(decoder.feed('<html>')).toHaveLength(1)
    expect(decoder.ended).toBe(true)
    expect(decoder.feed(stream)).toEqual([])
  })

  test('fails if it never ends', () => {
    const decoder = createChatDecoder()
    const megabyte = 'x'.repeat(1024 * 1024)
    const events = decoder.feed('{"choices":"')
    for (let fed = 0; fed < 70 && !decoder.ended; fed++) events.push(...decoder.feed(megabyte))
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'upstream_invalid' } }])
  })
})

describe('the response to a request for a single reply', () => {
  const identity = { id: 'chatcmpl-1', created: 1, model: 'acme/tiny' }

  test.each([
    ['JSON', json, 'Grüße'],
    ['a stream', stream, 'Hi'],
  ])('may be %s', async (_name, answer, content) => {
    const result = await readWholeReply(answer, identity)
    expect(result).toMatchObject({ completion: { ...identity, choices: [{ message: { content } }] } })
  })

  test('fails if it is a web page or cut', async () => {
    expect(await readWholeReply(' <html>', identity)).toMatchObject({ error: { code: 'upstream_invalid' } })
    expect(await readWholeReply(json.slice(0, 50), identity)).toMatchObject({ error: { code: 'upstream_cut' } })
  })
})
