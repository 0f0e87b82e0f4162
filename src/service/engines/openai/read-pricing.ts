import { isRecord } from '#contract/json.ts'
import type { Model, PriceMetric } from '#contract/model.ts'

/** OpenRouter's names, whose prices are texts: US dollars for a single token. */
const perToken: readonly (readonly [string, PriceMetric])[] = [
  ['prompt', 'input_tokens'],
  ['completion', 'output_tokens'],
  ['input_cache_read', 'cached_input_tokens'],
  ['internal_reasoning', 'reasoning_tokens'],
]

/** What an engine's list says of a model's prices, in US dollars per 1,000,000; undefined when it says nothing certain. */
export function readPricing(value: unknown): Model['pricing'] | undefined {
  if (!isRecord(value)) return undefined
  const pricing = perToken.flatMap(([name, metric]) => {
    const rate = rateOfText(value[name])
    // Beside the two that every text model has, a zero only says that there is no such charge of its own.
    const isCharge = metric === 'input_tokens' || metric === 'output_tokens' || rate !== 0
    return rate !== undefined && isCharge ? [{ metric, rate }] : []
  })
  if (pricing.length > 0) return pricing
  // Together's prices are numbers, already per million; zeros stand there for “not sold so”.
  const { input, output } = value
  if (!isPrice(input) || !isPrice(output)) return undefined
  return [
    { metric: 'input_tokens', rate: input },
    { metric: 'output_tokens', rate: output },
  ]
}

/** JSON can write 1e999, which nothing costs and which goes out as null. */
function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value !== Infinity
}

/** Moves the point in the text's digits, since 0.0000001 × 1,000,000 is 0.09999999999999999. A negative price is none. */
function rateOfText(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d*\.?\d+(?:e[-+]?\d+)?$/i.test(text)) return undefined
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  const rate = Number(`${digits}e${Number(exponent) + 6}`)
  return Number.isFinite(rate) ? rate : undefined
}
