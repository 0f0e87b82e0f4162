import { Coins, type LucideIcon, Rabbit, Ruler, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type ReplyFigures,
  formatCost,
  formatTokens,
  formatLatency,
  formatSpeed,
} from '#app/chat/metrics/reply-figures.ts'
import type { Reply, ReplyState } from '#app/data/message.ts'
import { PaneMark } from './pane-mark.tsx'
import type { SummaryMark, PaneReply } from './summary-marks.ts'

interface MarkStyle {
  word: string
  /** The full name, where the others aren't visible next to it. */
  title?: string
  Icon: LucideIcon
  value: (figures: ReplyFigures) => string
}

/** How each mark is displayed, and the value that earned it. */
export const markStyles: Record<SummaryMark, MarkStyle> = {
  fastest: { word: 'Fastest', Icon: Rabbit, value: (of) => `${formatSpeed(of.tokensPerSecond)} tok/s` },
  first: { word: 'First', title: 'First to start', Icon: Timer, value: (of) => formatLatency(of.firstToken) },
  cheapest: { word: 'Cheapest', Icon: Coins, value: (of) => formatCost(of.cost) },
  longest: { word: 'Longest', Icon: Ruler, value: (of) => `${formatTokens(of.tokensOut)} tokens` },
}

interface SeriesStyle {
  stroke: string
  /** For `stroke-dasharray`, so that lines don't differ by color alone. */
  dash: string
}

const seriesStyles: SeriesStyle[] = [
  { stroke: 'stroke-series-1', dash: 'none' },
  { stroke: 'stroke-series-2', dash: '6 3' },
  { stroke: 'stroke-series-3', dash: '2 2.5' },
  { stroke: 'stroke-series-4', dash: '9 3 2 3' },
  { stroke: 'stroke-series-5', dash: '4 1.5' },
  { stroke: 'stroke-series-6', dash: '1 4' },
]

/** The line style of a pane, by its mark. */
export function seriesStyle(mark: number): SeriesStyle {
  return seriesStyles[(mark - 1) % seriesStyles.length] ?? { stroke: '', dash: 'none' }
}

interface SummaryTableProps {
  replies: readonly PaneReply[]
  winners: Record<SummaryMark, readonly number[]>
  nameOf: (reply: Reply) => string
}

const stateWords: Record<ReplyState, string> = {
  waiting: 'waiting',
  streaming: 'writing',
  done: '',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** A table of the metrics of each pane's last reply. */
export function SummaryTable({ replies, winners, nameOf }: SummaryTableProps) {
  const cell = (mark: SummaryMark, paneNumber: number, words: string): ReactNode => {
    const { word, title = word, Icon } = markStyles[mark]
    const best = winners[mark].includes(paneNumber)
    return (
      <td className={`py-1 pl-2.5 text-end md:pl-4 whitespace-nowrap ${best ? 'font-semibold' : ''}`}>
        {best && (
          <Icon role="img" aria-label={`${title}:`} size={13} className="mr-1 inline align-[-2px] text-accent" />
        )}
        {words}
      </td>
    )
  }
  return (
    <table className="h-fit min-w-0 grow text-xs tabular-nums">
      <caption className="sr-only">Figures of the last replies</caption>
      <thead className="text-text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="pb-1 text-start font-medium">
            Model
          </th>
          {['First token', 'Tok/s', 'Tokens', 'Cost'].map((name) => (
            <th key={name} scope="col" className="pb-1 pl-2.5 text-end md:pl-4 font-medium whitespace-nowrap">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {replies.map(({ paneNumber, mark, reply, figures }) => (
          <tr key={paneNumber} className="border-b border-line last:border-b-0">
            <th scope="row" className="max-w-52 py-1 text-start font-normal">
              <span className="flex items-center gap-2">
                <PaneMark mark={mark} label={`Pane ${paneNumber}:`} />
                <span className="truncate">{nameOf(reply)}</span>
                {reply.state !== 'done' && <span className="text-text-muted">{stateWords[reply.state]}</span>}
              </span>
            </th>
            {cell('first', paneNumber, formatLatency(figures.firstToken))}
            {cell('fastest', paneNumber, formatSpeed(figures.tokensPerSecond))}
            {cell('longest', paneNumber, formatTokens(figures.tokensOut))}
            {cell('cheapest', paneNumber, formatCost(figures.cost))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
