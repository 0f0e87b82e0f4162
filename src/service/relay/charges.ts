import type { ChatRequest, Usage } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import { type ChargedTokens, costOfTokens, countsOf, greatestCostOf, reportedCostOf } from '#contract/rate-of.ts'
import type { Charge } from '#service/state/spending.ts'

/**
 * The greatest charge that a request can cause. No text has more tokens than bytes; the reply takes the request's maximum
 * of tokens, else the model's. The cost is 0 if the price is unknown.
 */
export function greatestCharge(model: Model, request: ChatRequest, text: string): Charge {
  const bytes = new TextEncoder().encode(text).length
  const context = model.context_length_known === false ? Infinity : model.context_length
  const asked = [request.max_tokens, request['max_completion_tokens']].filter((each) => typeof each === 'number')
  const most = Math.min(...asked, model.max_output_tokens ?? model.context_length)
  const choices = typeof request['n'] === 'number' && request['n'] > 1 ? request['n'] : 1
  const input = Math.min(bytes, context)
  const output = Math.max(0, most) * choices
  return { tokens: input + output, cost: greatestCostOf(model, { input, output }) ?? 0 }
}

/** The usual ratio in prose, where the engine didn't count the tokens. */
export const charactersPerToken = 4

/** What is known of a call whose engine may not have reported usage. */
interface EndedCall {
  outcome: 'finished' | 'failed' | 'aborted'
  usage: Usage | undefined
  /** The characters of the request and, unless it was streamed, of the reply. */
  requestLength: number
  replyLength: number | undefined
  /** The chunks of a stream, each about one token. */
  pieces: number | undefined
}

/**
 * The tokens of a call as the engine counted them, else an estimate of what was sent and received. A call that failed
 * before its reply began took nothing.
 */
export function tokensOfCall({ outcome, usage, requestLength, replyLength = 0, pieces = 0 }: EndedCall): ChargedTokens {
  if (usage) {
    const counts = countsOf(usage)
    const [input, output] = [countOf(counts.input), countOf(counts.output)]
    const within = (part = 0, whole: number) => Math.min(countOf(part), whole)
    return {
      input,
      cachedInput: within(counts.cachedInput, input),
      cacheWrite: within(counts.cacheWrite, input),
      cacheWrite1h: within(counts.cacheWrite1h, input),
      audioInput: within(counts.audioInput, input),
      output,
      reasoning: within(counts.reasoning, output),
      audioOutput: within(counts.audioOutput, output),
    }
  }
  const hasBegun = outcome !== 'failed' || pieces > 0
  const input = hasBegun ? Math.ceil(requestLength / charactersPerToken) : 0
  const output = pieces + Math.ceil(replyLength / charactersPerToken)
  return { input, cachedInput: 0, output, reasoning: 0 }
}

/**
 * What a call costs in US dollars; undefined if unknown. What the provider says that it charges is exact, and goes before
 * the model's prices: they don't have every fee and discount.
 */
export function costOfCall(
  model: Pick<Model, 'pricing'>,
  tokens: ChargedTokens,
  usage: Usage | undefined,
): number | undefined {
  return (usage && reportedCostOf(usage)) ?? costOfTokens(model, tokens)
}

/** Engines are outside: a negative count would give money back. */
function countOf(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}
