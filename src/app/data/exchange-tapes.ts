import type { ExchangeTape } from './exchange-tape.ts'

/** How many exchanges are kept, and how many characters of answers in all. */
const most = { replies: 60, characters: 40_000_000 }

const tapes = new Map<string, ExchangeTape>()

/**
 * Keeps a reply's exchange where it was read, so that the page carries none of it before somebody asks. Older ones make
 * room.
 */
export function keepTape(replyId: string, tape: ExchangeTape): void {
  tapes.set(replyId, tape)
  let characters = [...tapes.values()].reduce((sum, each) => sum + each.length(), 0)
  for (const [id, each] of tapes) {
    if (tapes.size <= most.replies && characters <= most.characters) return
    characters -= each.length()
    tapes.delete(id)
  }
}

/** The tape of a reply; undefined where it was read elsewhere, or long ago. */
export function tapeOf(replyId: string): ExchangeTape | undefined {
  return tapes.get(replyId)
}
