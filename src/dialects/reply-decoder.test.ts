import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { createReplyDecoder, readWholeReply } from './reply-decoder.ts'

/** The events of an answer that arrives in these parts. */
function decode(...parts: string[]): ChatEvent[] {
  const decoder = createReplyDecoder()
  return [...parts.flatMap((part) => decoder.feed(part)), ...decoder.end(), ...decoder.end()]
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const completion = { choices: [{ message: { content: 'Grüße', reasoning: 'hm' }, finish_reason: 'length' }], usage }
const json = JSON.stringify(completion, null, 2)
const stream = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

describe('the answer to a streamed request', () => {
  test('may be one JSON completion, which becomes the events of a stream', () => {
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
  ])('is the same however the text is split: %s', (_name, text) => {
    const whole = decode(text).filter(({ type }) => type !== 'text')
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), text.length]
        const parts = places.slice(1).map((end, at) => text.slice(places[at], end))
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
  ])('is one failure if it is %s', (_name, text, code) => {
    expect(decode(text)).toMatchObject([{ type: 'failed', error: { code } }])
  })

  test('ends at once when it is a web page', () => {
    const decoder = createReplyDecoder()
    expect(decoder.feed('<html>')).toHaveLength(1)
    expect(decoder.ended).toBe(true)
    expect(decoder.feed(stream)).toEqual([])
  })

  test('is given up when it never ends', () => {
    const decoder = createReplyDecoder()
    const megabyte = 'x'.repeat(1024 * 1024)
    const events = decoder.feed('{"choices":"')
    for (let fed = 0; fed < 70 && !decoder.ended; fed++) events.push(...decoder.feed(megabyte))
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'upstream_invalid' } }])
  })
})

describe('the answer to a request for a single reply', () => {
  const identity = { id: 'chatcmpl-1', created: 1, model: 'acme/tiny' }

  test.each([
    ['JSON', json, 'Grüße'],
    ['a stream', stream, 'Hi'],
  ])('may be %s', async (_name, text, content) => {
    const result = await readWholeReply(text, identity)
    expect(result).toMatchObject({ completion: { ...identity, choices: [{ message: { content } }] } })
  })

  test('is an error if it is a web page or cut', async () => {
    expect(await readWholeReply(' <html>', identity)).toMatchObject({ error: { code: 'upstream_invalid' } })
    expect(await readWholeReply(json.slice(0, 50), identity)).toMatchObject({ error: { code: 'upstream_cut' } })
  })
})
