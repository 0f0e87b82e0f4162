import { formatDecimal, formatDollars, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Model, ModelType, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { type Priced, misfitOf } from './cost-estimate.ts'
import { dayWords } from './dates.ts'
import { contextWords, priceWords, sourceWords } from './model-words.tsx'
import type { Workload } from './workload.ts'

/** Smaller amounts are shown as "less than this". */
const least = 0.0001
const compact = { style: 'currency', currency: 'USD', notation: 'compact', maximumSignificantDigits: 3 } as const

/** Created when first needed, as few amounts are so large. */
let short: Intl.NumberFormat | undefined

/**
 * US dollars for a narrow column, at most nine characters: `$0.40`, `$1,250.00`, `$150,000`, `$1.5M`. Rounded amounts
 * need the exact one in a tooltip.
 */
export function dollarsInBrief(value: number): string {
  if (value === 0) return '$0'
  if (value < least) return `<${formatDollars(least)}`
  if (value < 10_000) return formatDollars(value)
  return value < 999_999.5 ? `$${formatDecimal(value, 0, 0)}` : compactDollars(value)
}

/** The label of an axis: `$0.03`, `$300.00`, `$10K`. */
export function dollarsOfTick(value: number): string {
  return value < 1000 ? formatDollars(value) : compactDollars(value)
}

function compactDollars(value: number): string {
  return (short ??= new Intl.NumberFormat('en-US', compact)).format(value)
}

/** The names of priced units. */
export const metricWords: Record<PriceMetric, string> = {
  input_tokens: 'Input tokens',
  cached_input_tokens: 'Cached input tokens',
  output_tokens: 'Output tokens',
  reasoning_tokens: 'Reasoning tokens',
  cache_write_tokens: 'Cache write tokens',
  cache_write_1h_tokens: 'Cache write tokens (1 h)',
  input_audio_tokens: 'Audio input tokens',
  output_audio_tokens: 'Audio output tokens',
  images: 'Images',
  audio_seconds: 'Seconds of audio',
  characters: 'Characters',
  requests: 'Requests',
}

interface PriceUnit {
  /** How many of the metric a price is for. */
  count: number
  /** After a price: `$0.04 per image`. */
  per: string
  /** As the name of a price. */
  heading: string
}

function perMillionTokens(metric: PriceMetric, per: string): PriceUnit {
  return { count: 1e6, per: `per 1M ${per}`, heading: `${metricWords[metric]} / 1M` }
}

/** The usual units of prices; a `rate` is always for 1,000,000. */
export const priceUnits: Record<PriceMetric, PriceUnit> = {
  input_tokens: perMillionTokens('input_tokens', 'input'),
  cached_input_tokens: perMillionTokens('cached_input_tokens', 'cached'),
  output_tokens: perMillionTokens('output_tokens', 'output'),
  reasoning_tokens: perMillionTokens('reasoning_tokens', 'reasoning'),
  cache_write_tokens: perMillionTokens('cache_write_tokens', 'cache writes'),
  cache_write_1h_tokens: perMillionTokens('cache_write_1h_tokens', 'cache writes (1 h)'),
  input_audio_tokens: perMillionTokens('input_audio_tokens', 'audio input'),
  output_audio_tokens: perMillionTokens('output_audio_tokens', 'audio output'),
  images: { count: 1, per: 'per image', heading: 'Price per image' },
  audio_seconds: { count: 60, per: 'per minute', heading: 'Price per minute' },
  characters: { count: 1e6, per: 'per 1M characters', heading: 'Price per 1M characters' },
  requests: { count: 1, per: 'per request', heading: 'Price per request' },
}

/** A rate as US dollars per the unit of `priceUnits`. */
export function unitPriceOf(metric: PriceMetric, rate: number): number {
  // Rounds off floating-point noise: a minute at $100 per 1,000,000 seconds is $0.006.
  return Number(((rate * priceUnits[metric].count) / 1e6).toPrecision(12))
}

/** The metric by which models of a type are usually priced. Null for types priced by tokens. */
const usualMetrics: Record<ModelType, PriceMetric | null> = {
  text_generation: null,
  image_generation: 'images',
  speech_to_text: 'audio_seconds',
  text_to_speech: 'characters',
  moderation: null,
}

/** The metric that all of these types are usually priced by. Null for tokens, no types, and different metrics. */
export function usualMetricOf(types: readonly ModelType[]): PriceMetric | null {
  const [first = null, ...others] = new Set(types.map((type) => usualMetrics[type] ?? null))
  return others.length === 0 ? first : null
}

/** The main price of a model that isn't a text model: by its usual metric, otherwise the first it has. */
export function mainPriceOf(
  model: Pick<Model, 'pricing' | 'model_type'>,
): { metric: PriceMetric; price: number } | null {
  if (model.model_type === 'text_generation') return null
  const usual = usualMetricOf([model.model_type])
  for (const metric of usual === null ? shownMetrics : [usual, ...shownMetrics]) {
    const rate = rateOf(model, metric)
    if (rate !== undefined) return { metric, price: unitPriceOf(metric, rate) }
  }
  return null
}

/** The thresholds of input tokens above which a price changes, in ascending order. */
export function thresholdsOf({ pricing }: Pick<Model, 'pricing'>, metric: PriceMetric): number[] {
  const tiers = pricing.find((price) => price.metric === metric)?.tiers ?? []
  return [...new Set(tiers.map((tier) => tier.above_input_tokens))].toSorted((one, other) => one - other)
}

/** A higher price for long requests, in the unit of the metric. */
export interface PriceTier {
  aboveInputTokens: number
  price: number
}

/** The price tiers of a metric, lowest threshold first. */
export function priceTiersOf(model: Pick<Model, 'pricing'>, metric: PriceMetric): PriceTier[] {
  return thresholdsOf(model, metric).map((threshold) => ({
    aboveInputTokens: threshold,
    price: unitPriceOf(metric, rateOf(model, metric, threshold + 1) ?? 0),
  }))
}

/** A tier in words: `$2.50 above 200K input tokens`. */
export function tierWords({ aboveInputTokens, price }: PriceTier): string {
  return `${priceWords(price)} above ${formatSize(aboveInputTokens)} input tokens`
}

/**
 * Source and date of a model's prices. `readAt` is when the list was read, in milliseconds since 1970: the date of prices
 * that a provider itself lists.
 */
export function priceSourceWords(
  model: Pick<Model, 'pricing' | 'pricing_source' | 'list_price'>,
  readAt?: number,
): string {
  const { pricing, pricing_source: source } = model
  if (pricing.length === 0) return 'Prices unknown'
  // What the provider here charges is unknown; running a model locally costs nothing.
  if (source && model.list_price) return `Maker’s list price, ${sourceWords(source)}`
  if (source) return `Prices from ${sourceWords(source)}`
  const when = readAt === undefined || readAt === 0 ? '' : `, updated ${dayWords(readAt)}`
  return `Prices from the provider or operator${when}`
}

/** The priced metrics, in the order on screen. */
export const shownMetrics = [
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'images',
  'audio_seconds',
  'characters',
  'requests',
] as const satisfies readonly PriceMetric[]

/** An estimated cost: `$480.00`, `$0.000315`; `$0` for free, a dash for unknown. */
export function costEstimateWords(amount: number | undefined): string {
  return amount === undefined ? unknownMark : formatDollars(amount)
}

/** Which rates apply to a long request: `above 200K input tokens`. */
export function thresholdWords(inputTokens: number): string {
  return `above ${formatSize(inputTokens)} input tokens`
}

/** Shown in place of a cost. */
export const misfitMark = 'Doesn’t fit'

/** Why a workload has no cost on a model: `300K + 500 tokens exceed its 8.19K context`. Undefined when it fits. */
export function misfitWords(model: Priced, workload: Workload): string | undefined {
  const turn = misfitOf(model, workload)
  if (!turn) return undefined
  return `${formatSize(turn.tokensIn)} + ${formatSize(turn.tokensOut)} tokens exceed its ${contextWords(model)} context`
}
