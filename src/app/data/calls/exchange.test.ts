import { describe, expect, it } from 'vitest'
import { createTape, eventsOf } from './exchange-recorder.ts'

const call = { url: 'http://here/v1/chat/completions', key: 'secret-key' }

function tapeAt(most?: number) {
  let time = 1000
  const tape = createTape(call, '{"model":"m"}', () => time, most)
  return { tape, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('a noted exchange', () => {
  it('holds what was sent and answered, and no key', () => {
    const { tape, pass } = tapeAt()
    pass(20)
    tape.answered({ status: 200, headers: new Headers({ 'x-request-id': 'r1' }) })
    pass(5)
    tape.ended()
    const exchange = tape.exchange()
    expect(exchange).toMatchObject({
      hadKey: true,
      body: '{"model":"m"}',
      sentAt: 1000,
      endedAt: 1025,
      answered: { at: 1020, status: 200, headers: [['x-request-id', 'r1']] },
    })
    expect(JSON.stringify(exchange)).not.toContain('secret-key')
  })

  it('tells each event with the time at which it was whole, however it was cut', () => {
    const { tape, pass } = tapeAt()
    for (const text of ['data: {"a"', ':1}\n\n: ping\n\nda', 'ta: [DONE]\n\n']) {
      pass(10)
      tape.heard(text)
    }
    expect(eventsOf(tape.exchange())).toEqual([
      { after: 20, data: '{"a":1}' },
      { after: 20, data: ': ping' },
      { after: 30, data: '[DONE]' },
    ])
  })

  it('shows what is no stream as it came', () => {
    const { tape } = tapeAt()
    tape.heard('<html>')
    tape.heard('</html>')
    expect(eventsOf(tape.exchange())).toEqual([{ after: 0, data: '<html></html>' }])
  })

  it('keeps the beginning and the end of what is too much, and says how much is missing', () => {
    const { tape } = tapeAt(20)
    for (let count = 0; count < 100; count++) tape.heard(`${count % 10}____`)
    const { pieces, omitted } = tape.exchange()
    expect(pieces.map(({ text }) => text[0]).join('')).toBe('0189')
    expect(omitted).toBe(96 * 5)
  })
})
