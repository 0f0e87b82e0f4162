import type { Model } from '#contract/model.ts'
import type { Reply } from '#app/data/message.ts'
import type { CostFigure, Figure } from './figure.ts'
import { costOf } from './reply-cost.ts'
import { tokensOf } from './reply-tokens.ts'

/** What a reply took; null where it is not known. */
export interface ReplyFigures {
  /** Seconds from sending to the first piece. */
  firstToken: Figure | null
  /** Over the decoding alone: (tokens out − 1) ÷ (last delta − first delta), of the tokens that came as text. */
  tokensPerSecond: Figure | null
  tokensIn: Figure | null
  /** With those of the reasoning. */
  tokensOut: Figure | null
  /** Those of the reasoning alone, where the engine tells. */
  reasoningTokens: Figure | null
  /** US dollars, at the model's prices. */
  cost: CostFigure | null
}

/** Measures a reply. `model` gives the prices; undefined where the catalogue does not know it. */
export function figuresOf(reply: Reply, model: Pick<Model, 'pricing' | 'list_price'> | undefined): ReplyFigures {
  const { firstDeltaAt, lastDeltaAt, sentAt } = reply
  const tokens = tokensOf(reply)
  const decoding = firstDeltaAt === null || lastDeltaAt === null ? 0 : (lastDeltaAt - firstDeltaAt) / 1000
  const { streamed } = tokens
  return {
    firstToken: firstDeltaAt === null ? null : { value: (firstDeltaAt - sentAt) / 1000, estimated: false },
    tokensPerSecond:
      streamed && streamed.value > 1 && decoding > 0 ? { ...streamed, value: (streamed.value - 1) / decoding } : null,
    tokensIn: tokens.in,
    tokensOut: tokens.out,
    reasoningTokens: tokens.reasoning,
    cost: costOf(tokens, model),
  }
}

/** True of a reply that was measured at all; one that came in a link or a file, with nothing but its text, was not. */
export function isMeasured({ firstToken, tokensIn, tokensOut }: ReplyFigures): boolean {
  return firstToken !== null || tokensIn !== null || tokensOut !== null
}
