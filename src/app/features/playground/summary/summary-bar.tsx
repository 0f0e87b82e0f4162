import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { figuresOf, isMeasured } from '#app/chat/metrics/reply-figures.ts'
import type { PaneConversation } from '#app/chat/store/conversation.ts'
import { type MessageTree, pathOf } from '#app/chat/store/message-tree.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Reply, messageById } from '#app/data/message.ts'
import type { ModelOf } from '#app/features/playground/panes/choose-models.ts'
import { Button } from '#app/ui/button.tsx'
import { type PaneReply, summaryMarks, marksOf, sameQuestion } from './summary-marks.ts'
import { SummaryTable, markLooks } from './summary-table.tsx'
import { TokensChart } from './tokens-chart.tsx'
import { useThrottled } from './use-throttled.ts'

/** The last message of what is shown, where it is a reply. */
export function lastReply({ messages, tip }: MessageTree): Reply | null {
  const last = tip === null ? undefined : messageById(messages, tip)
  return last?.kind === 'reply' ? last : null
}

/** What the last reply answers; null where nothing was asked, or more was asked since that is not sent yet. */
export function lastQuestion(conversation: PaneConversation): string | null {
  if (conversation.queued.length > 0) return null
  return pathOf(conversation).findLast((each) => each.kind === 'written' && each.role === 'user')?.text ?? null
}

interface SummaryBarProps {
  panes: readonly Pane[]
  modelOf: ModelOf
}

/** Milliseconds between two looks at the replies. */
const pause = 250

/** Across panes: which of the last replies stands out, and by what; on request all figures and their course. */
export function SummaryBar({ panes, modelOf }: SummaryBarProps) {
  const [open, setOpen] = useState(false)
  const replies = useThrottled(panes, lastReply, pause)
  const questions = useThrottled(panes, lastQuestion, pause)
  const answered = replies.flatMap((reply, index): PaneReply[] => {
    if (!reply) return []
    const figures = figuresOf(reply, modelOf(reply.modelId, reply.connectionId))
    return isMeasured(figures) || reply.state !== 'done' ? [{ place: index + 1, reply, figures }] : []
  })
  const { compared: known, leftOut } = sameQuestion(answered, ({ place }) => questions[place - 1] ?? null)
  if (known.length < 2) return null
  const standing = marksOf(known)
  const shown = summaryMarks.filter((mark) => standing[mark].length > 0)
  const nameOf = ({ modelId, connectionId }: Reply) => modelOf(modelId, connectionId)?.name ?? modelId
  return (
    <section aria-label="Comparison of the last replies" className="border-t border-line">
      <div className="flex min-h-9 items-center gap-2 pr-1.5 pl-4">
        <ul className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5 text-xs tabular-nums">
          {shown.length === 0 && <li className="text-text-muted">No reply stands out yet</li>}
          {shown.map((mark) => {
            const { word, title, Icon, value } = markLooks[mark]
            const winners = known.filter(({ place }) => standing[mark].includes(place))
            return (
              <li
                key={mark}
                data-mark={mark}
                data-panes={standing[mark].join(' ')}
                className="flex items-center gap-1.5"
              >
                <Icon aria-hidden size={14} className="shrink-0 text-text-muted" />
                <span className="text-text-muted" title={title}>
                  {word}
                </span>
                <span className="font-medium">
                  {winners.length === 1 ? 'pane' : 'panes'} {standing[mark].join(', ')}
                </span>
                {winners[0] && <span className="text-text-muted max-md:hidden">{value(winners[0].figures)}</span>}
              </li>
            )
          })}
          {leftOut.length > 0 && (
            <li className="text-text-muted">
              Not compared: {leftOut.length === 1 ? 'pane' : 'panes'} {leftOut.join(', ')} (different question)
            </li>
          )}
        </ul>
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="max-md:sr-only">Figures and chart</span>
          <ChevronUp aria-hidden size={14} className={`transition-transform ${open ? 'rotate-180' : ''}`} />
        </Button>
      </div>
      {open && (
        // As tall as it needs to be, but never more than half of the screen, which the replies need.
        <div
          role="group"
          aria-label="Figures and chart of the last replies"
          tabIndex={0}
          className="relative flex max-h-[42dvh] flex-wrap max-md:max-h-[32dvh] gap-x-8 gap-y-4 overflow-y-auto border-t border-line px-4 py-3"
        >
          <TokensChart replies={known} nameOf={nameOf} />
          <SummaryTable replies={known} standing={standing} nameOf={nameOf} />
        </div>
      )}
    </section>
  )
}
