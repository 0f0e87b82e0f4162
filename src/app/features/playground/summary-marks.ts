import type { Reply } from '#app/data/message.ts'
import type { ReplyFigures } from '#app/chat/reply-figures.ts'

/** The last reply of a pane, with what it took. */
export interface PaneReply {
  /** Counted from 1. */
  place: number
  reply: Reply
  figures: ReplyFigures
}

export const marks = ['fastest', 'first', 'cheapest', 'longest'] as const
export type Mark = (typeof marks)[number]

/**
 * Which panes stand out: the most tokens a second, the first to begin, the lowest cost, the most tokens. Only replies
 * that were finished are compared, as one that was cut is neither cheap nor quick, but any may have been the first to
 * begin. Where several are level they share the mark, unless all are: then nobody stands out.
 */
export function marksOf(panes: readonly PaneReply[]): Record<Mark, number[]> {
  const finished = panes.filter(({ reply }) => reply.state === 'done')
  return {
    fastest: best(finished, ({ tokensPerSecond }) => tokensPerSecond?.value),
    first: best(panes, ({ firstToken }) => firstToken && -firstToken.value),
    cheapest: best(finished, ({ cost }) => cost && -cost.value),
    longest: best(finished, ({ tokensOut }) => tokensOut?.value),
  }
}

/** The places of those with the most of something; none where fewer than two can be compared, or all are level. */
function best(panes: readonly PaneReply[], of: (figures: ReplyFigures) => number | null | undefined): number[] {
  const known = panes.flatMap(({ place, figures }) => {
    const value = of(figures)
    return value === null || value === undefined ? [] : [{ place, value }]
  })
  const most = Math.max(...known.map(({ value }) => value))
  const winners = known.filter(({ value }) => value === most)
  return winners.length === known.length ? [] : winners.map(({ place }) => place)
}
