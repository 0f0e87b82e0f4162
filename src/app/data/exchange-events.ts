import { createParser } from 'eventsource-parser'
import type { Exchange } from './exchange-tape.ts'

/** One event of a stream as it arrived, `after` milliseconds from sending. */
export interface ExchangeEvent {
  after: number
  /** What stood in its `data`; a comment begins with a colon, and what is no event stands as it came. */
  data: string
}

/** The events of an exchange, each with the time at which its last character came. WHATWG HTML, section 9.2. */
export function eventsOf({ pieces, sentAt, omitted }: Exchange): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  let after = 0
  const note = (data: string) => events.push({ after, data })
  const parser = createParser({
    onEvent: ({ data }) => note(data),
    onComment: (comment) => note(`: ${comment}`),
  })
  for (const { at, text } of pieces) {
    after = at - sentAt
    parser.feed(text)
  }
  // Not a stream: an answer in one piece, or a page that stands where an interface should.
  if (events.length === 0 && omitted === 0) {
    const whole = pieces.map(({ text }) => text).join('')
    if (whole !== '') note(whole)
  }
  return events
}
