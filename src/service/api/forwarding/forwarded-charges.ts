import type { Usage } from '#contract/chat.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'
import {
  type ChargedTokens,
  costOfTokens,
  countsOf,
  greatestCostOf,
  rateOf,
  reportedCostOf,
} from '#contract/rate-of.ts'
import { charactersPerToken } from '#service/relay/charges.ts'
import type { Charge } from '#service/state/spending.ts'
import type { ForwardedId } from './endpoints.ts'

/** What a request asks for besides tokens; null if only its answer tells. Absent if nothing but tokens is charged. */
export interface AskedUnits {
  metric: 'images' | 'characters' | 'audio_seconds'
  count: number | null
}

/** The price metric of each endpoint that may be charged by something else than tokens, and how much a request asks for. */
const unitsOfEndpoint: Partial<
  Record<ForwardedId, Pick<AskedUnits, 'metric'> & { count(request: JsonRecord): number | null }>
> = {
  // Some engines take a number in quotes.
  createImage: { metric: 'images', count: ({ n }) => (Number.isSafeInteger(Number(n)) ? Math.max(1, Number(n)) : 1) },
  createSpeech: {
    metric: 'characters',
    count: ({ input }) => (typeof input === 'string' ? Array.from(input).length : null),
  },
  createTranscription: { metric: 'audio_seconds', count: () => null },
}

/** What a JSON request asks for; of an upload, whose fields aren't read, pass an empty object. */
export function unitsAsked(id: ForwardedId, request: JsonRecord): AskedUnits | undefined {
  const units = unitsOfEndpoint[id]
  return units && { metric: units.metric, count: units.count(request) }
}

/** English is read aloud at about 150 words a minute, with six characters each. Converts prices of speech by the second. */
const charactersPerSecond = 15

/** Sound that is understood has at least about 8 kbit/s, and usually 64. */
const bytesPerSecond = { least: 1000, usual: 8000 }

/**
 * The most tokens that one unit takes, beside the text of a request. The largest image by OpenAI's calculator, 2880 × 2880 in
 * high quality by gpt-image-2, has 23,719; one by gpt-image-1 has 6,240. A second of sound has 10 tokens (OpenAI) to 32
 * (Gemini), and about 4 tokens of text in English. Chinese has the fewest characters a second, about 4.
 */
const mostTokens: Record<AskedUnits['metric'], Record<'input' | 'output', number>> = {
  images: { input: 0, output: 25_000 },
  characters: { input: 0, output: 32 / 4 },
  audio_seconds: { input: 32, output: 10 },
}

/** What the same units usually take: an image in medium quality, sound in English. For answers that don't say. */
const usualTokens: typeof mostTokens = {
  images: { input: 0, output: 1500 },
  characters: { input: 0, output: 20 / charactersPerSecond },
  audio_seconds: { input: 10, output: 4 },
}

/** How large a request is, in bytes. */
export interface RequestSize {
  units: AskedUnits | undefined
  textBytes: number
  uploadBytes: number
}

/**
 * The greatest charge that a request can cause: no text has more tokens than bytes, no unit more than `mostTokens`, and no
 * upload is longer than sound of the lowest quality. Costs that engines report by themselves have no bound.
 */
export function greatestForwardCharge(
  model: Pick<Model, 'pricing'>,
  { units, textBytes, uploadBytes }: RequestSize,
): Charge {
  const count = units?.count ?? uploadBytes / bytesPerSecond.least
  const price = unitPriceOf(model, units)
  if (price) return { tokens: textBytes, cost: costOfUnits(model, price, count) }
  const most = units ? mostTokens[units.metric] : { input: 0, output: 0 }
  const [input, output] = [textBytes + count * most.input, count * most.output]
  return { tokens: input + output, cost: greatestCostOf(model, { input, output }) ?? costOfRequest(model) ?? 0 }
}

/** The charge of a request that the engine has answered. `cost` is null if it is unknown. */
interface ForwardCharge {
  tokens: ChargedTokens
  /** US dollars. */
  cost: number | null
  /** Whether it isn't what the engine counted or the request asked for. */
  isEstimated: boolean
}

/**
 * What an answered request costs: what the provider says, else the price of an image, a character or a second, else the
 * prices of its tokens. `usage` is as the engine wrote it, in the form of its endpoint; without it the charge is an estimate,
 * so that a caller who leaves early or asks for another format doesn't pass a budget.
 */
export function forwardCharge(
  model: Pick<Model, 'pricing'>,
  size: RequestSize,
  usage: JsonRecord | undefined,
): ForwardCharge {
  const { units } = size
  const counted = usageOf(usage)
  const tokens = countsOf(counted)
  const reported = usage && reportedCostOf(counted)
  if (reported !== undefined) return { tokens, cost: reported, isEstimated: false }
  const price = unitPriceOf(model, units)
  if (price) {
    const count = units?.count ?? secondsIn(usage)
    const isEstimated = price.isEstimated || count === undefined
    return { tokens, cost: costOfUnits(model, price, count ?? usualCount(size)), isEstimated }
  }
  if (tokens.input > 0 || tokens.output > 0) {
    return { tokens, cost: costOfTokens(model, tokens) ?? costOfRequest(model) ?? null, isEstimated: false }
  }
  const estimate = usualTokensOf(size)
  return { tokens: estimate, cost: costOfTokens(model, estimate) ?? costOfRequest(model) ?? null, isEstimated: true }
}

function usualCount({ units, uploadBytes }: RequestSize): number {
  return units?.count ?? uploadBytes / bytesPerSecond.usual
}

function usualTokensOf(size: RequestSize): ChargedTokens {
  const { input, output } = size.units ? usualTokens[size.units.metric] : { input: 0, output: 0 }
  const count = usualCount(size)
  const text = Math.ceil(size.textBytes / charactersPerToken)
  return { input: text + Math.ceil(count * input), cachedInput: 0, output: Math.ceil(count * output), reasoning: 0 }
}

interface UnitPrice {
  /** Millionths of a dollar for each unit asked for. */
  rate: number
  isEstimated: boolean
}

/** What a model charges for each unit asked for; undefined if it charges tokens, or an unknown price. */
function unitPriceOf(model: Pick<Model, 'pricing'>, units: AskedUnits | undefined): UnitPrice | undefined {
  const rate = units && rateOf(model, units.metric)
  if (rate !== undefined) return { rate, isEstimated: false }
  const perSecond = units?.metric === 'characters' ? rateOf(model, 'audio_seconds') : undefined
  return perSecond === undefined ? undefined : { rate: perSecond / charactersPerSecond, isEstimated: true }
}

function costOfUnits(model: Pick<Model, 'pricing'>, { rate }: UnitPrice, count: number): number {
  return (count * rate + (rateOf(model, 'requests') ?? 0)) / 1e6
}

/** In US dollars; undefined if other prices count. */
function costOfRequest(model: Pick<Model, 'pricing'>): number | undefined {
  const rate = rateOf(model, 'input_tokens') === undefined ? rateOf(model, 'requests') : undefined
  return rate === undefined ? undefined : rate / 1e6
}

/** The duration of a transcribed sound: OpenAI’s `{type: 'duration', seconds}`, or Mistral’s `prompt_audio_seconds`. */
function secondsIn(usage: JsonRecord | undefined): number | undefined {
  const { seconds, prompt_audio_seconds: audio } = usage ?? {}
  return [seconds, audio].find((each): each is number => typeof each === 'number' && each >= 0 && each !== Infinity)
}

/** The names of embeddings, or those of images and audio, as the contract's usage. */
function usageOf(usage: JsonRecord = {}): Usage {
  const count = (...names: string[]) => {
    const found = names.map((name) => usage[name]).find((each) => typeof each === 'number' && each > 0)
    return typeof found === 'number' && Number.isFinite(found) ? found : 0
  }
  const details = (...names: string[]) => names.map((name) => usage[name]).find(isRecord)
  const input = count('prompt_tokens', 'input_tokens')
  const output = count('completion_tokens', 'output_tokens')
  return {
    ...usage,
    prompt_tokens: input,
    completion_tokens: output,
    // Only sums of these two: the totals of some endpoints have seconds or images in tokens.
    total_tokens: input + output,
    prompt_tokens_details: details('prompt_tokens_details', 'input_tokens_details', 'input_token_details'),
    completion_tokens_details: details('completion_tokens_details', 'output_tokens_details'),
  }
}
