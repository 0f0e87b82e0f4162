import type { ChatRequest, Usage } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import { type ChargedTokens, costOfTokens, countsOf, greatestCostOf, reportedCostOf } from '#contract/rate-of.ts'
import type { Charge } from '#service/state/spending.ts'

/** About what an image of a megapixel takes. */
export const tokensPerImage = 1_600
/** Choices of one request: OpenAI's own limit. */
const maxChoices = 128

/**
 * The greatest charge that a request can cause, as far as it can be known: no text has more tokens than bytes, and an image or
 * a file, which may be only a URL, counts as one image. The reply takes the largest maximum that the request names, since
 * engines differ in which one they obey, and the model's at most. The cost is 0 if the price is unknown.
 */
export function greatestCharge(model: Model, request: ChatRequest, text: string): Charge {
  const bytes = new TextEncoder().encode(text).length
  const context = model.context_length_known === false ? Infinity : model.context_length
  const input = Math.min(bytes + attachmentsIn(request) * tokensPerImage, context)
  const asked = [request.max_tokens, request['max_completion_tokens']].map(numberIn).filter(isMaximum)
  const most = asked.length > 0 ? Math.max(...asked) : model.context_length
  const choices = Math.min(Math.max(1, Math.floor(numberIn(request['n']))), maxChoices)
  const output = Math.min(most, model.max_output_tokens ?? context) * choices
  return { tokens: input + output, cost: greatestCostOf(model, { input, output }) ?? 0 }
}

/** A number that some engines also take in quotes; 0 for anything else. */
function numberIn(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  return Number.isNaN(number) ? 0 : number
}

function isMaximum(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}

/** Parts of messages that aren't text. */
function attachmentsIn({ messages }: ChatRequest): number {
  let count = 0
  for (const { content } of messages) {
    if (Array.isArray(content)) for (const { type } of content) if (type !== 'text') count += 1
  }
  return count
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
  if (usage) return countsOf(usage)
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
