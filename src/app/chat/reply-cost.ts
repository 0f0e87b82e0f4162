import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { Figure } from './figure.ts'
import type { ReplyTokens } from './reply-tokens.ts'

const perRate = 1_000_000

/**
 * What a reply cost in US dollars; null without prices or without tokens, and where the price is only the maker's list
 * price: who served the reply told none, and may have run it for nothing. Cached input and reasoning cost what plain input
 * and output cost where they have no price of their own.
 */
export function costOf(tokens: ReplyTokens, model: Pick<Model, 'pricing' | 'list_price'> | undefined): Figure | null {
  if (!model || model.list_price || !tokens.in || !tokens.out) return null
  const input = rateOf(model, 'input_tokens')
  const output = rateOf(model, 'output_tokens')
  if (input === undefined || output === undefined) return null
  const cached = rateOf(model, 'cached_input_tokens') ?? input
  const reasoning = rateOf(model, 'reasoning_tokens') ?? output
  const thought = tokens.reasoning?.value ?? 0
  const value =
    ((tokens.in.value - tokens.cachedIn) * input +
      tokens.cachedIn * cached +
      (tokens.out.value - thought) * output +
      thought * reasoning) /
    perRate
  // Nothing times any count is nothing, and that is no estimate.
  return { value, estimated: value > 0 && (tokens.in.estimated || tokens.out.estimated) }
}
