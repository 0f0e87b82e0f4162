import { isRecord } from '#contract/json.ts'
import { priceMetrics } from '#contract/model-types.ts'
import type { Model, PriceMetric } from '#contract/model.ts'

type Pricing = Model['pricing']

/**
 * The prices in a model's entry of an engine's list, in US dollars per 1,000,000 of each unit. Undefined when the engine
 * gives none that can be read.
 */
export function readPricing(value: unknown): Pricing | undefined {
  if (Array.isArray(value)) return publishedPrices(value)
  if (!isRecord(value)) return undefined
  const pricing = perTokenFields.flatMap(([name, metric]) => {
    const rate = readPerTokenPrice(value[name])
    // Every text model has a price for input and output. For the others, zero means that there is no such charge.
    const isCharge = metric === 'input_tokens' || metric === 'output_tokens' || rate !== 0
    return rate !== undefined && isCharge ? [{ metric, rate }] : []
  })
  if (pricing.length > 0) return pricing
  // Together sends numbers per million. A zero means that the model isn't sold by the token.
  const { input, output } = value
  if (!isRate(input) || !isRate(output) || input === 0 || output === 0) return undefined
  return [
    { metric: 'input_tokens', rate: input },
    { metric: 'output_tokens', rate: output },
  ]
}

/** OpenRouter's fields. Their values are strings: US dollars per token or request. */
const perTokenFields: readonly (readonly [string, PriceMetric])[] = [
  ['prompt', 'input_tokens'],
  ['completion', 'output_tokens'],
  ['input_cache_read', 'cached_input_tokens'],
  ['internal_reasoning', 'reasoning_tokens'],
  ['input_cache_write', 'cache_write_tokens'],
  ['audio', 'input_audio_tokens'],
  ['audio_output', 'output_audio_tokens'],
  ['request', 'requests'],
]

/** Another Parley publishes prices as we do. */
function publishedPrices(list: readonly unknown[]): Pricing | undefined {
  const entries = list.filter(isRecord)
  const pricing = priceMetrics.flatMap((metric) => {
    const price = entries.find((each) => each['metric'] === metric)
    if (!price || !isRate(price['rate'])) return []
    const tiers = Array.isArray(price['tiers']) ? price['tiers'].filter(isPriceTier) : []
    return [{ metric, rate: price['rate'], ...(tiers.length > 0 && { tiers }) }]
  })
  return pricing.length > 0 ? pricing : undefined
}

/** Whether a price tier is complete: one without a threshold would apply to no request, or to every one. */
export function isPriceTier(tier: unknown): tier is { above_input_tokens: number; rate: number } {
  if (!isRecord(tier)) return false
  const { above_input_tokens: threshold, rate } = tier
  return Number.isSafeInteger(threshold) && Number(threshold) >= 1 && isRate(rate)
}

/** JSON can contain 1e999, which is read as Infinity and can't be sent on. */
function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value !== Infinity
}

/**
 * Moves the decimal point in the string, because 0.0000001 × 1,000,000 is 0.09999999999999999. A negative price, which
 * OpenRouter uses for “it depends”, is none.
 */
function readPerTokenPrice(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d*\.?\d+(?:e[-+]?\d+)?$/i.test(text)) return undefined
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  const rate = Number(`${digits}e${Number(exponent) + 6}`)
  return Number.isFinite(rate) ? rate : undefined
}
