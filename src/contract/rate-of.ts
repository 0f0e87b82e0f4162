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

function highestExceeded(tiers: readonly { above_input_tokens: number }[], inputTokens: number): number | undefined {
  let highest: number | undefined
  for (const { above_input_tokens: threshold } of tiers) {
    if (inputTokens > threshold && threshold > (highest ?? 0)) highest = threshold
  }
  return highest
}
