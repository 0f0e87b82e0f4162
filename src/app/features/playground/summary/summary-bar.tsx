import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { figuresOf, isMeasured } from '#app/chat/metrics/reply-figures.ts'
import type { PaneConversation } from '#app/chat/store/conversation.ts'
import { type MessageTree, pathOf } from '#app/chat/store/message-tree.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Reply, messageById } from '#app/data/message.ts'
import type { ModelOf } from '#app/features/playground/panes/choose-models.ts'
import { Button } from '#app/ui/button.tsx'
import { PaneMark } from './pane-mark.tsx'
import { type PaneReply, summaryMarks, findWinners, selectComparable } from './summary-marks.ts'
import { SummaryTable, markStyles } from './summary-table.tsx'
import { TokensChart } from './tokens-chart.tsx'
import { useThrottled } from './use-throttled.ts'

/** The last visible message if it is a reply. */
export function lastReply({ messages, tip }: MessageTree): Reply | null {
  const last = tip === null ? undefined : messageById(messages, tip)
  return last?.kind === 'reply' ? last : null
}

/** The message that the last reply answers; null if there is none, or if a newer message isn't sent yet. */
export function lastUserMessage(conversation: PaneConversation): string | null {
  if (conversation.queued.length > 0) return null
  return pathOf(conversation).findLast((each) => each.kind === 'written' && each.role === 'user')?.text ?? null
}

interface SummaryBarProps {
  panes: readonly Pane[]
  modelOf: ModelOf
}

/** Milliseconds between updates. */
const intervalMs = 250

/** Compares the last replies across panes: which one wins in what, and on request all figures and a chart. */
export function SummaryBar({ panes, modelOf }: SummaryBarProps) {
  const [open, setOpen] = useState(false)
  const replies = useThrottled(panes, lastReply, intervalMs)
  const questions = useThrottled(panes, lastUserMessage, intervalMs)
  const paneReplies = replies.flatMap((reply, index): PaneReply[] => {
    const mark = panes[index]?.mark
    if (!reply || mark === undefined) return []
    const figures = figuresOf(reply, modelOf(reply.modelId, reply.connectionId))
    return isMeasured(figures) || reply.state !== 'done' ? [{ paneNumber: index + 1, mark, reply, figures }] : []
  })
  const { compared, excluded } = selectComparable(paneReplies, ({ paneNumber }) => questions[paneNumber - 1] ?? null)
  if (compared.length < 2) return null
  const winners = findWinners(compared)
  const shown = summaryMarks.filter((mark) => winners[mark].length > 0)
  const nameOf = ({ modelId, connectionId }: Reply) => modelOf(modelId, connectionId)?.name ?? modelId
  return (
    <section aria-label="Comparison of the last replies" className="border-t border-line">
      <div className="flex min-h-9 items-center gap-2 pr-1.5 pl-4">
        <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5 text-xs tabular-nums">
          {shown.length === 0 && <li className="text-text-muted">No clear winner yet</li>}
          {shown.map((mark) => {
            const { word, title, Icon, value } = markStyles[mark]
            const winningReplies = compared.filter(({ paneNumber }) => winners[mark].includes(paneNumber))
            return (
              <li
                key={mark}
                data-mark={mark}
                data-panes={winners[mark].join(' ')}
                className="flex min-w-0 flex-wrap items-center gap-x-1.5"
              >
                <Icon aria-hidden size={14} className="shrink-0 text-text-muted" />
                <span className="text-text-muted" title={title}>
                  {word}
                </span>
                {winningReplies.map((each) => (
                  <PaneName key={each.paneNumber} pane={each} name={nameOf(each.reply)} />
                ))}
                {winningReplies[0] && (
                  <span className="text-text-muted max-md:hidden">{value(winningReplies[0].figures)}</span>
                )}
              </li>
            )
          })}
          {excluded.length > 0 && (
            <li className="flex min-w-0 flex-wrap items-center gap-1.5 text-text-muted">
              Not compared:
              {excluded.map((each) => (
                <PaneName key={each.paneNumber} pane={each} name={nameOf(each.reply)} />
              ))}
              (different prompt)
            </li>
          )}
        </ul>
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="max-md:sr-only">Figures and chart</span>
          <ChevronUp aria-hidden size={14} className={`transition-transform ${open ? 'rotate-180' : ''}`} />
        </Button>
      </div>
      {open && (
        // At most about half of the screen, which the replies need.
        <div
          role="group"
          aria-label="Figures and chart of the last replies"
          tabIndex={0}
          className="relative flex max-h-[42dvh] flex-wrap max-md:max-h-[32dvh] gap-x-8 gap-y-4 overflow-y-auto border-t border-line px-4 py-3"
        >
          <TokensChart replies={compared} nameOf={nameOf} />
          <SummaryTable replies={compared} winners={winners} nameOf={nameOf} />
        </div>
      )}
    </section>
  )
}

/** A model with the mark of its pane, since several panes can have the same model. */
function PaneName({ pane, name }: { pane: PaneReply; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium text-text">
      <PaneMark mark={pane.mark} label={`Pane ${pane.paneNumber}:`} />
      <span className="max-w-48 truncate" title={name}>
        {name}
      </span>
    </span>
  )
}
