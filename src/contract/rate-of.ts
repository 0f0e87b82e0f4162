import type { Usage } from './chat.ts'
import { isRecord } from './json.ts'
import type { Model, PriceMetric } from './model.ts'

type Priced = Pick<Model, 'pricing'>

/**
 * The rate for a metric in US dollars per 1,000,000 units; undefined if the price is unknown, 0 if it is free. If the
 * price has tiers, the highest threshold exceeded by the request's total `inputTokens` applies.
 */
export function rateOf(of: Priced, metric: PriceMetric, inputTokens = 0): number | undefined {
  const price = of.pricing.find((entry) => entry.metric === metric)
  if (!price?.tiers || inputTokens === 0) return price?.rate
  const threshold = highestExceeded(price.tiers, inputTokens)
  return price.tiers.find((tier) => tier.above_input_tokens === threshold)?.rate ?? price.rate
}

/** The highest threshold of any price that a request with this many input tokens exceeds; undefined if none. */
export function thresholdOf({ pricing }: Priced, inputTokens: number): number | undefined {
  return highestExceeded(
    pricing.flatMap(({ tiers = [] }) => tiers),
    inputTokens,
  )
}

/** The tokens of one request; cached ones are part of `input`, reasoning ones of `output`. */
export interface ChargedTokens {
  input: number
  cachedInput: number
  output: number
  reasoning: number
}

/**
 * The cost of a request in US dollars; undefined if the price is unknown. Cached input and reasoning without a price of
 * their own cost the same as plain input and output.
 */
export function costOfTokens(of: Priced, tokens: ChargedTokens): number | undefined {
  const rate = (metric: PriceMetric) => rateOf(of, metric, tokens.input)
  const input = rate('input_tokens')
  const output = rate('output_tokens')
  if (input === undefined || output === undefined) return undefined
  return (
    ((tokens.input - tokens.cachedInput) * input +
      tokens.cachedInput * (rate('cached_input_tokens') ?? input) +
      (tokens.output - tokens.reasoning) * output +
      tokens.reasoning * (rate('reasoning_tokens') ?? output)) /
    1_000_000
  )
}

/** The tokens that an engine counted. Some count reasoning apart from the completion: only then do all add up to the total. */
export function countsOf(usage: Usage): ChargedTokens {
  const { prompt_tokens: input, completion_tokens: completion, total_tokens: total } = usage
  const reasoning = detail(usage['completion_tokens_details'], 'reasoning_tokens')
  const isSeparate = reasoning > 0 && total === input + completion + reasoning
  return {
    input,
    // DeepSeek has a field of its own for cached input.
    cachedInput: Math.min(
      detail(usage['prompt_tokens_details'], 'cached_tokens') || detail(usage, 'prompt_cache_hit_tokens'),
      input,
    ),
    output: completion + (isSeparate ? reasoning : 0),
    reasoning,
  }
}

/** A detail that some engines report in `usage`; 0 if absent. */
function detail(details: unknown, name: string): number {
  const count = isRecord(details) ? details[name] : undefined
  return typeof count === 'number' && count > 0 ? count : 0
}

function highestExceeded(tiers: readonly { above_input_tokens: number }[], inputTokens: number): number | undefined {
  let highest: number | undefined
  for (const { above_input_tokens: threshold } of tiers) {
    if (inputTokens > threshold && threshold > (highest ?? 0)) highest = threshold
  }
  return highest
}
