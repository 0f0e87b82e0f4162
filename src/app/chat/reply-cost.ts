import type { Model } from '#contract/model.ts'
import { rateOf, thresholdOf } from '#contract/rate-of.ts'
import type { CostFigure } from './figure.ts'
import type { ReplyTokens } from './reply-tokens.ts'

const perRate = 1_000_000

/**
 * What a reply cost in US dollars; null without prices or without tokens, and where the price is only the maker's list
 * price, as the provider here may charge something else. Cached input and reasoning cost what plain input and output cost
 * where they have no price of their own. Above a threshold of input tokens every metric has its higher rate.
 */
export function costOf(
  tokens: ReplyTokens,
  model: Pick<Model, 'pricing' | 'list_price'> | undefined,
): CostFigure | null {
  if (!model || model.list_price || !tokens.in || !tokens.out) return null
  const inputTokens = tokens.in.value
  const input = rateOf(model, 'input_tokens', inputTokens)
  const output = rateOf(model, 'output_tokens', inputTokens)
  if (input === undefined || output === undefined) return null
  const cached = rateOf(model, 'cached_input_tokens', inputTokens) ?? input
  const reasoning = rateOf(model, 'reasoning_tokens', inputTokens) ?? output
  const thought = tokens.reasoning?.value ?? 0
  const value =
    ((inputTokens - tokens.cachedIn) * input +
      tokens.cachedIn * cached +
      (tokens.out.value - thought) * output +
      thought * reasoning) /
    perRate
  // Nothing times any count is nothing, and that is no estimate.
  const estimated = value > 0 && (tokens.in.estimated || tokens.out.estimated)
  const threshold = thresholdOf(model, inputTokens)
  return { value, estimated, ...(threshold !== undefined && { aboveInputTokens: threshold }) }
}
