import type { ReactNode } from 'react'
import type { Model } from '#contract/model.ts'
import { formatCount, formatDollars, formatSeconds, unknownMark } from '#app/ui/format.ts'
import type { Reply } from '#app/data/message.ts'
import { figuresOf } from './reply-figures.ts'

/** One quiet line under a reply: what it took. Each figure carries its exact value, empty when unknown. */
export function FiguresView({ reply, model }: { reply: Reply; model: Model | undefined }) {
  const { firstToken, tokensPerSecond, tokensIn, tokensOut, estimated, cost } = figuresOf(reply, model)
  return (
    <div
      role="group"
      aria-label="Figures"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-text-muted tabular-nums"
    >
      <span>
        First token <Value figure="first-token" value={firstToken} show={formatSeconds} />
      </span>
      <span>
        <Value figure="tokens-per-second" value={tokensPerSecond} show={(rate) => formatCount(Math.round(rate))} />{' '}
        tok/s
      </span>
      <span>
        <Value figure="tokens-in" value={tokensIn} show={formatCount} />
        <span aria-label="in, then"> → </span>
        <Value
          figure="tokens-out"
          value={tokensOut}
          show={(count) => `${estimated ? '≈ ' : ''}${formatCount(count)}`}
        />{' '}
        tokens
      </span>
      <span>
        {cost === null && 'Cost '}
        <Value figure="cost" value={cost} show={(dollars) => (dollars === 0 ? 'Free' : formatDollars(dollars))} />
      </span>
    </div>
  )
}

interface ValueProps {
  figure: string
  value: number | null
  show: (value: number) => ReactNode
}

function Value({ figure, value, show }: ValueProps) {
  return (
    <b data-figure={figure} data-value={value ?? ''} className="font-medium text-text">
      {value === null ? unknownMark : show(value)}
    </b>
  )
}
