import type { FinishReason } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import type { Reply } from '#app/data/message.ts'
import type { Figure } from './figure.ts'
import { costWords, countWords, secondsWords, speedWords } from './figure-words.ts'
import { figuresOf, isMeasured } from './reply-figures.ts'

const finishWords: Record<FinishReason, string> = {
  stop: 'Finished by itself',
  length: 'Cut at the token limit',
  tool_calls: 'Ended in a tool call',
  content_filter: 'Ended by a content filter',
}

/**
 * One quiet line under a reply: what it took; nothing where nobody measured it. Each figure carries its exact value,
 * empty when unknown.
 */
export function FiguresView({ reply, model }: { reply: Reply; model: Model | undefined }) {
  const figures = figuresOf(reply, model)
  if (!isMeasured(figures)) return null
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
          of which <Value figure="reasoning-tokens" of={reasoningTokens} words={countWords} /> to think
        </span>
      )}
      <span>
        {cost === null && 'Cost '}
        <Value figure="cost" of={cost} words={costWords} />
      </span>
      {reply.state === 'done' && reply.finishReason !== null && (
        <span data-figure="finish-reason" data-value={reply.finishReason}>
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
      title={of?.estimated === true ? 'Estimated: the engine did not tell' : undefined}
      className="font-medium text-text"
    >
      {words(of)}
    </b>
  )
}
