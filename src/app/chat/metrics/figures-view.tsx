import { Fragment, memo, useId, useState } from 'react'
import { type Reply, isOpen } from '#app/data/message.ts'
import { HintBubble } from '#app/models/hint.tsx'
import type { FinishReason } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import { FiguresDetails } from './figures-details.tsx'
import {
  type Figure,
  type ReplyFigures,
  figuresOf,
  isMeasured,
  formatCost,
  formatTokens,
  formatLatency,
  formatSpeed,
} from './reply-figures.ts'

/** A reply that ended normally needs no word. */
const finishWords: Record<FinishReason, string> = {
  stop: '',
  length: 'Stopped: token limit',
  tool_calls: 'Stopped: tool call',
  content_filter: 'Stopped: content filter',
}

interface FiguresViewProps {
  reply: Reply
  model: Model | undefined
}

/**
 * The metrics of a reply in one line, with their exact values as data attributes and details on hover, focus and touch.
 * Unknown values are left out. Nothing for a reply that came from a link. While text arrives they change at most four
 * times a second, which is as fast as anyone reads them.
 */
export const FiguresView = memo(function FiguresView({ reply, model }: FiguresViewProps) {
  const hintId = useId()
  const [line, setLine] = useState<HTMLElement | null>(null)
  const [isHintOpen, setIsHintOpen] = useState(false)
  const figures = figuresOf(reply, model)
  const finishReason = reply.state === 'done' ? reply.finishReason : null
  const ending = finishReason === null ? '' : finishWords[finishReason]
  const measured = isMeasured(figures)
  if (!measured && ending === '') return null
  const { firstToken, tokensPerSecond, tokensIn, tokensOut, reasoningTokens, cost } = figures
  // The details name the threshold of a higher rate, which is too long for the line.
  const costInLine = cost && { value: cost.value, estimated: cost.estimated }
  // The title of the reasoning shows them, if the model sends its text.
  const isReasoningShown = reasoningTokens !== null && reply.reasoning === ''
  const parts = [
    {
      name: 'first-token',
      isShown: firstToken !== null,
      content: <FigureValue figure="first-token" of={firstToken} words={formatLatency} />,
    },
    {
      name: 'speed',
      isShown: tokensPerSecond !== null,
      content: (
        <>
          <FigureValue figure="tokens-per-second" of={tokensPerSecond} words={formatSpeed} />
          {tokensPerSecond && ' tok/s'}
        </>
      ),
    },
    {
      name: 'tokens',
      isShown: tokensIn !== null || tokensOut !== null,
      content: <TokenCounts tokensIn={tokensIn} tokensOut={tokensOut} />,
    },
    {
      name: 'reasoning',
      isShown: isReasoningShown,
      content: (
        <>
          <FigureValue figure="reasoning-tokens" of={reasoningTokens} words={formatTokens} />
          {isReasoningShown && ' reasoning'}
        </>
      ),
    },
    {
      name: 'cost',
      isShown: cost !== null,
      content: <FigureValue figure="cost" of={costInLine} words={formatCost} />,
    },
    {
      name: 'ending',
      isShown: ending !== '',
      content: (
        <span data-figure="finish-reason" data-value={finishReason ?? ''}>
          {ending}
        </span>
      ),
    },
  ]
  const last = parts.findLast(({ isShown }) => isShown)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus opens the details too */}
      <div
        ref={setLine}
        role="group"
        aria-label="Figures"
        tabIndex={0}
        aria-describedby={isHintOpen ? hintId : undefined}
        onPointerEnter={() => setIsHintOpen(true)}
        onPointerLeave={() => setIsHintOpen(false)}
        onFocus={() => setIsHintOpen(true)}
        onBlur={() => setIsHintOpen(false)}
        onClick={() => setIsHintOpen(true)}
        onKeyDown={({ key }) => key === 'Escape' && setIsHintOpen(false)}
        className="min-w-0 rounded-sm py-1 text-xs/4 text-text-muted tabular-nums"
      >
        {parts.map((part) => (
          <Fragment key={part.name}>
            <span hidden={!part.isShown} className="whitespace-nowrap">
              {part.content}
              {part.isShown && part !== last && ' ·'}
            </span>
            {/* Where the line may break. */}
            {part.isShown && part !== last && ' '}
          </Fragment>
        ))}
      </div>
      {isHintOpen && line && measured && (
        <HintBubble id={hintId} beside={line}>
          <FiguresDetails reply={reply} figures={figures} />
        </HintBubble>
      )}
    </>
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

/** `1,482 → 214 tok`, or the one that is known. */
function TokenCounts({ tokensIn, tokensOut }: Pick<ReplyFigures, 'tokensIn' | 'tokensOut'>) {
  return (
    <>
      <FigureValue figure="tokens-in" of={tokensIn} words={formatTokens} />
      {tokensIn && tokensOut && ' → '}
      <FigureValue figure="tokens-out" of={tokensOut} words={formatTokens} />
      {tokensOut ? ' tok' : tokensIn && ' tok in'}
    </>
  )
}

interface FigureValueProps {
  figure: string
  of: Figure | null
  words: (figure: Figure | null) => string
}

function FigureValue({ figure, of, words }: FigureValueProps) {
  return (
    <span
      data-figure={figure}
      data-value={of?.value ?? ''}
      data-estimated={of?.estimated === true ? '' : undefined}
      hidden={of === null}
    >
      {of && words(of)}
    </span>
  )
}
