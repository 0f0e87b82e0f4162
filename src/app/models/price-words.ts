import type { Model, PriceMetric } from '#contract/model.ts'
import { dayWords } from './date-words.ts'
import { sourceWords } from './source-words.ts'

/** What is priced, in words. */
export const metricWords: Record<PriceMetric, string> = {
  input_tokens: 'Input tokens',
  cached_input_tokens: 'Cached input tokens',
  output_tokens: 'Output tokens',
  reasoning_tokens: 'Reasoning tokens',
  images: 'Images',
  audio_seconds: 'Seconds of audio',
  characters: 'Characters',
}

/**
 * Where a model's prices are from, and of which day they are. `readAt` is when the list was read, in milliseconds: what
 * an engine tells is as fresh as that.
 */
export function priceSourceWords(
  model: Pick<Model, 'pricing' | 'pricing_source' | 'list_price'>,
  readAt?: number,
): string {
  const { pricing, pricing_source: source } = model
  if (pricing.length === 0) return 'Nobody has told a price.'
  // What the provider here charges is unknown; running a model locally costs nothing.
  if (source && model.list_price) return `Maker’s list price, ${sourceWords(source)}`
  if (source) return `Prices from ${sourceWords(source)}`
  const when = readAt === undefined || readAt === 0 ? '' : `, read ${dayWords(readAt)}`
  return `Prices from this service’s engine or operator${when}`
}

/** What is priced, in the order in which prices are shown. */
export const shownMetrics = [
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'images',
  'audio_seconds',
  'characters',
] as const satisfies readonly PriceMetric[]
