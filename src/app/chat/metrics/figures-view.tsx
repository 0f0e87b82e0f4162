import { memo } from 'react'
import { type Reply, isOpen } from '#app/data/message.ts'
import type { FinishReason } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import {
  type Figure,
  figuresOf,
  isMeasured,
  formatCost,
  formatTokens,
  formatLatency,
  formatSpeed,
} from './reply-figures.ts'

const finishWords: Record<FinishReason, string> = {
  stop: 'Finished',
  length: 'Stopped: token limit',
  tool_calls: 'Stopped: tool call',
  content_filter: 'Stopped: content filter',
}

interface FiguresViewProps {
  reply: Reply
  model: Model | undefined
}

/**
 * The metrics of a reply with their exact values as data attributes. Nothing for a reply that came from a link. While text
 * arrives they change at most four times a second, which is as fast as anyone reads them.
 */
export const FiguresView = memo(function FiguresView({ reply, model }: FiguresViewProps) {
  const figures = figuresOf(reply, model)
  if (!isMeasured(figures) && reply.finishReason === null) return null
  const { firstToken, tokensPerSecond, tokensIn, tokensOut, reasoningTokens, cost } = figures
  return (
    <div
      role="group"
      aria-label="Figures"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-text-muted tabular-nums"
    >
      <span>
        First token <FigureValue figure="first-token" of={firstToken} words={formatLatency} />
      </span>
      <span>
        <FigureValue figure="tokens-per-second" of={tokensPerSecond} words={formatSpeed} /> tok/s
      </span>
      <span>
        <FigureValue figure="tokens-in" of={tokensIn} words={formatTokens} />
        <span aria-hidden> → </span>
        <span className="sr-only"> in, </span>
        <FigureValue figure="tokens-out" of={tokensOut} words={formatTokens} />
        <span className="sr-only"> out,</span> tokens
      </span>
      {reasoningTokens && (
        <span>
          <FigureValue figure="reasoning-tokens" of={reasoningTokens} words={formatTokens} /> reasoning
        </span>
      )}
      <span>
        {cost === null && 'Cost '}
        <FigureValue figure="cost" of={cost} words={formatCost} />
      </span>
      {reply.state === 'done' && reply.finishReason !== null && (
        <span
          data-figure="finish-reason"
          data-value={reply.finishReason}
          // The usual ending is only announced, not shown.
          className={reply.finishReason === 'stop' ? 'sr-only' : undefined}
        >
          {finishWords[reply.finishReason]}
        </span>
      )}
    </div>
  )
}, isSameQuarterSecond)

function isSameQuarterSecond(before: FiguresViewProps, { reply, model }: FiguresViewProps): boolean {
  const quarterOf = ({ lastDeltaAt }: Reply) => lastDeltaAt && Math.floor(lastDeltaAt / 250)
  const { reply: last } = before
  return (
    before.model === model &&
    (last === reply || (isOpen(reply) && last.state === reply.state && quarterOf(last) === quarterOf(reply)))
  )
}

interface FigureValueProps {
  figure: string
  of: Figure | null
  words: (figure: Figure | null) => string
}

function FigureValue({ figure, of, words }: FigureValueProps) {
  return (
    <b
      data-figure={figure}
      data-value={of?.value ?? ''}
      data-estimated={of?.estimated === true ? '' : undefined}
      title={of?.estimated === true ? 'Estimated: not reported by the provider' : undefined}
      className="font-medium text-text"
    >
      {words(of)}
    </b>
  )
}
