import type { ExchangeTape } from './exchange-tape.ts'

/** The exchanges of the latest replies; older ones make room. */
const mostReplies = 60

const tapes = new Map<string, ExchangeTape>()

/** Keeps a reply's exchange where it was read, so that the page carries none of it before somebody asks. */
export function keepTape(replyId: string, tape: ExchangeTape): void {
  tapes.set(replyId, tape)
  const oldest = tapes.keys().next()
  if (tapes.size > mostReplies && !oldest.done) tapes.delete(oldest.value)
}

/** The tape of a reply; undefined where it was read elsewhere, or long ago. */
export function tapeOf(replyId: string): ExchangeTape | undefined {
  return tapes.get(replyId)
}
