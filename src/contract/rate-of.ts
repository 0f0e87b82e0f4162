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

/** The tokens of one request. Cached, written and audio ones are part of `input`, reasoning and audio ones of `output`. */
export interface ChargedTokens {
  input: number
  /** Read from a cache. */
  cachedInput: number
  /** Written to a cache, for its usual lifetime and for one hour. */
  cacheWrite?: number
  cacheWrite1h?: number
  audioInput?: number
  output: number
  reasoning: number
  audioOutput?: number
}

/** More would be nonsense, and make the sums that it is added to useless. */
const most = { tokens: 1e12, dollars: 1e6 }

/** Whether a value can be the tokens of one call. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= most.tokens
}

/**
 * The cost of a request in US dollars; undefined if a price that it needs is unknown. Tokens of a kind without a price of
 * their own cost the same as plain input and output.
 */
export function costOfTokens(of: Priced, tokens: ChargedTokens): number | undefined {
  const rate = (metric: PriceMetric) => rateOf(of, metric, tokens.input)
  if (rate('input_tokens') === undefined && rate('output_tokens') === undefined) return undefined
  const { cachedInput, cacheWrite = 0, cacheWrite1h = 0, audioInput = 0, reasoning, audioOutput = 0 } = tokens
  const input = costOfParts(tokens.input, rate('input_tokens'), [
    [cachedInput, rate('cached_input_tokens')],
    [cacheWrite, rate('cache_write_tokens')],
    [cacheWrite1h, rate('cache_write_1h_tokens') ?? rate('cache_write_tokens')],
    [audioInput, rate('input_audio_tokens')],
  ])
  const output = costOfParts(tokens.output, rate('output_tokens'), [
    [reasoning, rate('reasoning_tokens')],
    [audioOutput, rate('output_audio_tokens')],
  ])
  if (input === undefined || output === undefined) return undefined
  const cost = (input + output + (rate('requests') ?? 0)) / 1_000_000
  return Number.isFinite(cost) ? cost : undefined
}

/** In millionths of a dollar. Parts never exceed the whole: what an earlier part took isn't charged again. */
function costOfParts(
  whole: number,
  plain: number | undefined,
  parts: readonly (readonly [tokens: number, rate: number | undefined])[],
): number | undefined {
  // Models of embeddings have no price for output, since they have none.
  if (plain === undefined) return whole === 0 ? 0 : undefined
  let rest = whole
  let cost = 0
  for (const [tokens, rate = plain] of parts) {
    const taken = Math.min(tokens, rest)
    rest -= taken
    cost += taken * rate
  }
  return cost + rest * plain
}

/** The highest cost that so many tokens can have, whatever their kinds, in US dollars; undefined if unknown. */
export function greatestCostOf(of: Priced, { input, output }: { input: number; output: number }): number | undefined {
  const highest = (...metrics: PriceMetric[]) => Math.max(...metrics.map((metric) => rateOf(of, metric, input) ?? 0))
  if (rateOf(of, 'input_tokens') === undefined) return undefined
  // As above: without output, its price isn't needed.
  if (output > 0 && rateOf(of, 'output_tokens') === undefined) return undefined
  const cost =
    input * highest('input_tokens', 'cache_write_tokens', 'cache_write_1h_tokens', 'input_audio_tokens') +
    output * highest('output_tokens', 'reasoning_tokens', 'output_audio_tokens') +
    highest('requests')
  return cost / 1_000_000
}

/**
 * The tokens that an engine counted, under the names of all providers. Most count cached tokens in the prompt and reasoning
 * in the completion. Where they are counted apart, only the sum with them is the total.
 */
export function countsOf(usage: Usage): ChargedTokens {
  const [prompt, completion] = [tokensIn(usage, 'prompt_tokens'), tokensIn(usage, 'completion_tokens')]
  const total = tokensIn(usage, 'total_tokens')
  const inputDetails = usage['prompt_tokens_details']
  const outputDetails = usage['completion_tokens_details']
  const cached =
    detail(inputDetails, 'cached_tokens') ||
    // DeepSeek, Kimi, Mistral’s older name, and proxies of Anthropic.
    countIn(usage, 'prompt_cache_hit_tokens', 'cached_tokens', 'num_cached_tokens', 'cache_read_input_tokens')
  const written = detail(inputDetails, 'cache_write_tokens') || detail(usage, 'cache_creation_input_tokens')
  const beyond = total - prompt - completion
  const reported = detail(outputDetails, 'reasoning_tokens')
  const isCacheApart = beyond > 0 && beyond === cached + written && beyond !== reported
  const input = prompt + (isCacheApart ? beyond : 0)
  // xAI counts reasoning apart. Gemini's is only in the total. Mistral's total has the tokens of audio input, which it
  // charges by the second.
  const isHidden = reported === 0 && !isCacheApart && detail(usage, 'prompt_audio_seconds') === 0
  const reasoning = isHidden ? Math.max(0, beyond) : reported
  const output = completion + (reasoning > 0 && beyond === reasoning ? reasoning : 0)
  const cachedInput = Math.min(cached, input)
  const cacheWrites = Math.min(written, input - cachedInput)
  const cacheWrite1h = Math.min(detail(inputDetails, 'cache_write_1h_tokens'), cacheWrites)
  return {
    input,
    cachedInput,
    cacheWrite: cacheWrites - cacheWrite1h,
    cacheWrite1h,
    audioInput: Math.min(detail(inputDetails, 'audio_tokens'), input),
    output,
    reasoning: Math.min(reasoning, output),
    audioOutput: Math.min(detail(outputDetails, 'audio_tokens'), output),
  }
}

/**
 * What the provider says it charges for a call, in US dollars; undefined if it doesn't, or says nonsense. OpenRouter's
 * `cost` leaves out what it passes on to a key of the user's own; xAI counts in ten-billionths of a dollar.
 */
export function reportedCostOf(usage: Usage): number | undefined {
  const passedOn = usage['is_byok'] === true ? detail(usage['cost_details'], 'upstream_inference_cost') : 0
  const cost = detail(usage, 'cost') + passedOn || detail(usage, 'cost_in_usd_ticks') / 1e10
  return cost > 0 && cost <= most.dollars ? cost : undefined
}

function countIn(usage: Usage, ...names: string[]): number {
  return names.map((name) => detail(usage, name)).find((count) => count > 0) ?? 0
}

function tokensIn(usage: Usage, name: keyof Usage): number {
  const count = usage[name]
  return isTokenCount(count) ? count : 0
}

/** A detail that some engines report in `usage`; 0 if absent. */
function detail(details: unknown, name: string): number {
  const count = isRecord(details) ? details[name] : undefined
  return typeof count === 'number' && count > 0 && count !== Infinity ? count : 0
}

function highestExceeded(tiers: readonly { above_input_tokens: number }[], inputTokens: number): number | undefined {
  let highest: number | undefined
  for (const { above_input_tokens: threshold } of tiers) {
    if (inputTokens > threshold && threshold > (highest ?? 0)) highest = threshold
  }
  return highest
}
