import type { ReactNode } from 'react'
import { costWords, countWords, secondsWords, speedWords } from '#app/chat/figure-words.ts'
import type { Reply, ReplyState } from '#app/data/message.ts'
import { markLooks } from './mark-looks.ts'
import { SeriesKey } from './series-look.tsx'
import type { Mark, PaneReply } from './summary-marks.ts'

interface SummaryTableProps {
  replies: readonly PaneReply[]
  standing: Record<Mark, readonly number[]>
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

/** The figures of the last reply of each pane, one below the other. */
export function SummaryTable({ replies, standing, nameOf }: SummaryTableProps) {
  const cell = (mark: Mark, place: number, words: string): ReactNode => {
    const { word, title = word, Icon } = markLooks[mark]
    const best = standing[mark].includes(place)
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
            Pane
          </th>
          {['First token', 'Tok/s', 'Tokens', 'Cost'].map((name) => (
            <th key={name} scope="col" className="pb-1 pl-2.5 text-end md:pl-4 font-medium whitespace-nowrap">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {replies.map(({ place, reply, figures }) => (
          <tr key={place} className="border-b border-line last:border-b-0">
            <th scope="row" className="max-w-52 py-1 text-start font-normal">
              <span className="flex items-center gap-2">
                <SeriesKey place={place} />
                <span className="truncate">
                  {place} · {nameOf(reply)}
                </span>
                {reply.state !== 'done' && <span className="text-text-muted">{stateWords[reply.state]}</span>}
              </span>
            </th>
            {cell('first', place, secondsWords(figures.firstToken))}
            {cell('fastest', place, speedWords(figures.tokensPerSecond))}
            {cell('longest', place, countWords(figures.tokensOut))}
            {cell('cheapest', place, costWords(figures.cost))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
