import {
  type Figure,
  type ReplyFigures,
  formatCost,
  formatTokens,
  formatLatency,
  formatSpeed,
} from '#app/chat/metrics/reply-figures.ts'
import type { Reply } from '#app/data/message.ts'

/** The last reply of a pane, with what it took. */
export interface PaneReply {
  /** Counted from 1. */
  paneNumber: number
  reply: Reply
  figures: ReplyFigures
}

/**
 * The panes whose last replies answer one question, and the places of the others: replies to different questions can't
 * be compared. Of several questions it is the one most panes answer, or else the one answered last.
 */
export function selectComparable<Each extends PaneReply>(
  panes: readonly Each[],
  questionOf: (pane: Each) => string | null,
): { compared: Each[]; leftOut: number[] } {
  const groups = new Map<string, Each[]>()
  for (const pane of panes) {
    const question = questionOf(pane)
    if (question !== null) groups.set(question, [...(groups.get(question) ?? []), pane])
  }
  const lastOf = (group: readonly Each[]) => Math.max(...group.map(({ reply }) => reply.createdAt))
  const [compared = []] = [...groups.values()].toSorted(
    (one, other) => other.length - one.length || lastOf(other) - lastOf(one),
  )
  return { compared, leftOut: panes.filter((pane) => !compared.includes(pane)).map(({ paneNumber: place }) => place) }
}

export const summaryMarks = ['fastest', 'first', 'cheapest', 'longest'] as const
export type SummaryMark = (typeof summaryMarks)[number]

/**
 * Which panes stand out: the most tokens a second, the first to begin, the lowest cost, the most tokens. Only replies
 * that were finished are compared, as one that was cut is neither cheap nor quick, but any may have been the first to
 * begin. Those that read the same are level, as nobody could see what sets them apart. Where several are level they
 * share the mark, unless all are: then nobody stands out.
 */
export function findWinners(panes: readonly PaneReply[]): Record<SummaryMark, number[]> {
  const finished = panes.filter(({ reply }) => reply.state === 'done')
  return {
    fastest: best(finished, (of) => of.tokensPerSecond, { words: formatSpeed }),
    first: best(panes, (of) => of.firstToken, { words: formatLatency, least: true }),
    cheapest: best(finished, (of) => of.cost, { words: formatCost, least: true }),
    longest: best(finished, (of) => of.tokensOut, { words: formatTokens }),
  }
}

interface Reading {
  /** How a figure is read. */
  words: (figure: Figure) => string
  /** True where less is better. */
  least?: boolean
}

/** The places of those with the best of something; none where fewer than two can be compared, or all are level. */
function best(
  panes: readonly PaneReply[],
  of: (figures: ReplyFigures) => Figure | null,
  { words, least = false }: Reading,
): number[] {
  const known = panes.flatMap(({ paneNumber: place, figures }) => {
    const figure = of(figures)
    if (figure === null) return []
    // An estimate that comes to the same is level, too, and so is a cost at another tier's rates.
    return [{ place, value: figure.value, read: words({ value: figure.value, estimated: false }) }]
  })
  const order = least ? 1 : -1
  const [top] = known.toSorted((one, other) => order * (one.value - other.value))
  const winners = known.filter(({ read }) => read === top?.read)
  return winners.length === known.length ? [] : winners.map(({ place }) => place)
}
