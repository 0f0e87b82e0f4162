import type { Reply } from '#app/data/message.ts'
import type { FinishReason } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import { costWords, countWords, secondsWords, speedWords } from './figure-words.ts'
import { type Figure, figuresOf, isMeasured } from './reply-figures.ts'

const finishWords: Record<FinishReason, string> = {
  stop: 'Finished',
  length: 'Stopped: token limit',
  tool_calls: 'Stopped: tool call',
  content_filter: 'Stopped: content filter',
}

/** The figures of a reply, each with its exact value, empty when unknown. Nothing for a reply that came from a link. */
export function FiguresView({ reply, model }: { reply: Reply; model: Model | undefined }) {
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
        First token <Value figure="first-token" of={firstToken} words={secondsWords} />
      </span>
      <span>
        <Value figure="tokens-per-second" of={tokensPerSecond} words={speedWords} /> tok/s
      </span>
      <span>
        <Value figure="tokens-in" of={tokensIn} words={countWords} />
        <span aria-hidden> → </span>
        <span className="sr-only"> in, </span>
        <Value figure="tokens-out" of={tokensOut} words={countWords} />
        <span className="sr-only"> out,</span> tokens
      </span>
      {reasoningTokens && (
        <span>
          <Value figure="reasoning-tokens" of={reasoningTokens} words={countWords} /> reasoning
        </span>
      )}
      <span>
        {cost === null && 'Cost '}
        <Value figure="cost" of={cost} words={costWords} />
      </span>
      {reply.state === 'done' && reply.finishReason !== null && (
        <span
          data-figure="finish-reason"
          data-value={reply.finishReason}
          // The usual end needs no word beside the figures.
          className={reply.finishReason === 'stop' ? 'sr-only' : undefined}
        >
          {finishWords[reply.finishReason]}
        </span>
      )}
    </div>
  )
}

interface ValueProps {
  figure: string
  of: Figure | null
  words: (figure: Figure | null) => string
}

function Value({ figure, of, words }: ValueProps) {
  return (
    <b
      data-figure={figure}
      data-value={of?.value ?? ''}
      data-estimated={of?.estimated === true ? '' : undefined}
      title={of?.estimated === true ? 'Estimated: not reported by the engine' : undefined}
      className="font-medium text-text"
    >
      {words(of)}
    </b>
  )
}
