import { describe, expect, it } from 'vitest'
import {
  createExchangeRecorder,
  findRecorder,
  parseExchangeEvents,
  responseText,
  storeRecorder,
} from './exchange-recorder.ts'

const call = { url: 'http://here/v1/chat/completions', key: 'secret-key' }

function recorderAt(most?: number) {
  let time = 1000
  const recorder = createExchangeRecorder(call, '{"model":"m"}', () => time, most)
  return { recorder, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('a recorded exchange', () => {
  it('has the request and the response, but no key', () => {
    const { recorder, pass } = recorderAt()
    pass(20)
    recorder.addResponse({ status: 200, headers: new Headers({ 'x-request-id': 'r1' }) })
    pass(5)
    recorder.markEnded()
    const exchange = recorder.exchange()
    expect(exchange).toMatchObject({
      hadKey: true,
      body: '{"model":"m"}',
      sentAt: 1000,
      endedAt: 1025,
      response: { at: 1020, status: 200, headers: [['x-request-id', 'r1']] },
    })
    expect(JSON.stringify(exchange)).not.toContain('secret-key')
  })

  it('has the time at which each event was complete, in any chunking', () => {
    const { recorder, pass } = recorderAt()
    for (const text of ['data: {"a"', ':1}\n\n: ping\n\nda', 'ta: [DONE]\n\n']) {
      pass(10)
      recorder.addText(text)
    }
    expect(parseExchangeEvents(recorder.exchange())).toEqual([
      { elapsedMs: 20, data: '{"a":1}' },
      { elapsedMs: 20, data: ': ping' },
      { elapsedMs: 30, data: '[DONE]' },
    ])
  })

  it('has a last event without its blank line once the response has ended', () => {
    const { recorder, pass } = recorderAt()
    recorder.addText('data: 1\n\n')
    pass(10)
    recorder.addText('data: [DONE]')
    expect(parseExchangeEvents(recorder.exchange())).toEqual([{ elapsedMs: 0, data: '1' }])
    recorder.markEnded()
    expect(parseExchangeEvents(recorder.exchange())).toEqual([
      { elapsedMs: 0, data: '1' },
      { elapsedMs: 10, data: '[DONE]' },
    ])
  })

  it.each(['<html>\n\n</html>', '{"error": {\n\n"message": "data: none"}}'])(
    'has the text, but no events of a response that is no stream: %j',
    (text) => {
      const { recorder } = recorderAt()
      recorder.addText(text.slice(0, 6))
      recorder.addText(text.slice(6))
      recorder.markEnded()
      expect(parseExchangeEvents(recorder.exchange())).toEqual([])
      expect(responseText(recorder.exchange())).toBe(text)
    },
  )

  it('truncates the middle of a long response and says how much is missing', () => {
    const { recorder } = recorderAt(20)
    for (let count = 0; count < 100; count++) recorder.addText(`${count % 10}____`)
    const { chunks, omitted } = recorder.exchange()
    expect(chunks.map(({ text }) => text[0]).join('')).toBe('0189')
    expect(omitted).toBe(96 * 5)
  })
})

function keep(replyId: string, heard: string) {
  const recorder = createExchangeRecorder({ url: '/v1/chat/completions', key: null }, '{}', () => 0)
  storeRecorder(replyId, recorder)
  recorder.addText(heard)
}

const namesOf = (count: number) => Array.from({ length: count }, (_, place) => `${place}`)

it('keeps the latest replies, fewer if they are long', () => {
  for (const name of namesOf(70)) keep(name, 'short')
  expect(namesOf(70).filter((name) => findRecorder(name))).toEqual(namesOf(70).slice(10))

  // The same string each time, so that it is in memory only once.
  const long = 'x'.repeat(4_000_000)
  for (const name of namesOf(20)) keep(`long ${name}`, long)
  const kept = namesOf(20).filter((name) => findRecorder(`long ${name}`))
  expect(kept).toEqual(namesOf(20).slice(9))
  expect(findRecorder('69')).toBeUndefined()
})
