import {
  type Figure,
  type ReplyFigures,
  formatCost,
  formatTokens,
  formatLatency,
  formatSpeed,
} from '#app/chat/metrics/reply-figures.ts'
import type { Reply } from '#app/data/message.ts'

/** The last reply of a pane, with its metrics. */
export interface PaneReply {
  /** Counted from 1. */
  paneNumber: number
  /** The pane's mark, which doesn't change when others are closed. */
  mark: number
  reply: Reply
  figures: ReplyFigures
}

/**
 * Selects the panes whose last replies answer the same question; `excluded` are the others. Of several
 * questions, the one most panes answer wins, or else the latest.
 */
export function selectComparable<Each extends PaneReply>(
  panes: readonly Each[],
  questionOf: (pane: Each) => string | null,
): { compared: Each[]; excluded: Each[] } {
  const groups = new Map<string, Each[]>()
  for (const pane of panes) {
    const question = questionOf(pane)
    if (question !== null) groups.set(question, [...(groups.get(question) ?? []), pane])
  }
  const latestIn = (group: readonly Each[]) => Math.max(...group.map(({ reply }) => reply.createdAt))
  const [compared = []] = [...groups.values()].toSorted(
    (one, other) => other.length - one.length || latestIn(other) - latestIn(one),
  )
  return { compared, excluded: panes.filter((pane) => !compared.includes(pane)) }
}

export const summaryMarks = ['fastest', 'first', 'cheapest', 'longest'] as const
export type SummaryMark = (typeof summaryMarks)[number]

/**
 * Finds the panes with the most tokens per second, the shortest time to first token, the lowest cost and the most
 * tokens. Only finished replies compete, since a cut reply is neither cheap nor fast, but any reply may have been the
 * first to begin. Replies whose displayed values are equal share the mark, unless all of them do.
 */
export function findWinners(panes: readonly PaneReply[]): Record<SummaryMark, number[]> {
  const finished = panes.filter(({ reply }) => reply.state === 'done')
  return {
    fastest: best(finished, (figures) => figures.tokensPerSecond, { format: formatSpeed }),
    first: best(panes, (figures) => figures.firstToken, { format: formatLatency, isLowerBetter: true }),
    cheapest: best(finished, (figures) => figures.cost, { format: formatCost, isLowerBetter: true }),
    longest: best(finished, (figures) => figures.tokensOut, { format: formatTokens }),
  }
}

interface CompareOptions {
  /** How the value is displayed. */
  format: (figure: Figure) => string
  /** True if less is better. */
  isLowerBetter?: boolean
}

/** The pane numbers with the best value; empty if fewer than two can be compared or all are equal. */
function best(
  panes: readonly PaneReply[],
  select: (figures: ReplyFigures) => Figure | null,
  { format, isLowerBetter = false }: CompareOptions,
): number[] {
  const known = panes.flatMap(({ paneNumber, figures }) => {
    const figure = select(figures)
    if (figure === null) return []
    // Compared without the estimate mark and the price tier.
    return [{ paneNumber, value: figure.value, displayed: format({ value: figure.value, estimated: false }) }]
  })
  const order = isLowerBetter ? 1 : -1
  const [top] = known.toSorted((one, other) => order * (one.value - other.value))
  const winners = known.filter(({ displayed }) => displayed === top?.displayed)
  return winners.length === known.length ? [] : winners.map(({ paneNumber }) => paneNumber)
}
