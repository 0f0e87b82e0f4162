import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { Reply } from '#app/data/message.ts'

/** What a reply took; null where it is not known. */
export interface ReplyFigures {
  /** Seconds from sending to the first piece. */
  firstToken: number | null
  /** Over the decoding alone: (tokens out − 1) ÷ (last delta − first delta). */
  tokensPerSecond: number | null
  tokensIn: number | null
  tokensOut: number | null
  /** True while the tokens out are counted from the pieces received, because the engine has not told. */
  estimated: boolean
  /** US dollars, at the model's prices. */
  cost: number | null
}

/** Measures a reply. `model` gives the prices; undefined where the catalogue does not know it. */
export function figuresOf(reply: Reply, model: Model | undefined): ReplyFigures {
  const { firstDeltaAt, lastDeltaAt, sentAt, usage, deltas } = reply
  const tokensOut = usage?.completion_tokens ?? (deltas > 0 ? deltas : null)
  const decoding = firstDeltaAt === null || lastDeltaAt === null ? 0 : (lastDeltaAt - firstDeltaAt) / 1000
  return {
    firstToken: firstDeltaAt === null ? null : (firstDeltaAt - sentAt) / 1000,
    tokensPerSecond: tokensOut !== null && tokensOut > 1 && decoding > 0 ? (tokensOut - 1) / decoding : null,
    tokensIn: usage?.prompt_tokens ?? null,
    tokensOut,
    estimated: usage === null && tokensOut !== null,
    cost: costOf(reply, model),
  }
}

function costOf({ usage }: Reply, model: Model | undefined): number | null {
  if (usage === null || model === undefined) return null
  const input = rateOf(model, 'input_tokens')
  const output = rateOf(model, 'output_tokens')
  if (input === undefined || output === undefined) return null
  return (usage.prompt_tokens * input + usage.completion_tokens * output) / 1_000_000
}
