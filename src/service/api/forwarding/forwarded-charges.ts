import type { Usage } from '#contract/chat.ts'
import { type JsonRecord, isRecord } from '#contract/json.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import {
  type ChargedTokens,
  costOfTokens,
  countsOf,
  greatestCostOf,
  rateOf,
  reportedCostOf,
} from '#contract/rate-of.ts'
import type { Charge } from '#service/state/spending.ts'
import type { ForwardedId } from './endpoints.ts'

/** What a request asks for besides tokens; null if only its answer tells. Absent if nothing but tokens is charged. */
export interface AskedUnits {
  metric: PriceMetric
  count: number | null
}

/** The price metric of each endpoint that may be charged by something else than tokens, and how much a request asks for. */
const unitsOfEndpoint: Partial<
  Record<ForwardedId, { metric: PriceMetric; count(request: JsonRecord): number | null }>
> = {
  createImage: { metric: 'images', count: ({ n }) => (Number.isSafeInteger(n) && Number(n) > 0 ? Number(n) : 1) },
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

/** Sound that is understood has at least about 8 kbit/s. */
const leastBytesPerSecond = 1000

/** How large a request is, in bytes. An upload's length may be unknown. */
interface RequestSize {
  units: AskedUnits | undefined
  textBytes: number
  uploadBytes: number | undefined
}

/**
 * The greatest charge that a request can cause, as far as it can be known: no text has more tokens than bytes, and no upload
 * is longer than sound of the lowest quality.
 */
export function greatestForwardCharge(
  model: Pick<Model, 'pricing'>,
  { units, textBytes, uploadBytes = 0 }: RequestSize,
): Charge {
  const rate = units && rateOf(model, units.metric)
  const count = units?.count ?? (units?.metric === 'audio_seconds' ? uploadBytes / leastBytesPerSecond : 0)
  const ofTokens = greatestCostOf(model, { input: textBytes, output: 0 }) ?? 0
  const cost = rate === undefined ? ofTokens : (count * rate + perRequest(model)) / 1e6
  return { tokens: textBytes, cost }
}

/** The charge of a request that the engine has answered. `cost` is null if it is unknown. */
export interface ForwardCharge {
  tokens: ChargedTokens
  /** US dollars. */
  cost: number | null
}

/**
 * What an answered request costs: what the provider says, else the price of an image, a character or a second, else the
 * prices of its tokens. `usage` is as the engine wrote it, in the form of its endpoint.
 */
export function forwardCharge(
  model: Pick<Model, 'pricing'>,
  units: AskedUnits | undefined,
  usage: JsonRecord | undefined,
): ForwardCharge {
  const counted = usageOf(usage)
  const tokens = countsOf(counted)
  const reported = usage && reportedCostOf(counted)
  if (reported !== undefined) return { tokens, cost: reported }
  const rate = units && rateOf(model, units.metric)
  if (units && rate !== undefined) {
    const count = units.count ?? (units.metric === 'audio_seconds' ? secondsIn(usage) : undefined)
    return { tokens, cost: count === undefined ? null : (count * rate + perRequest(model)) / 1e6 }
  }
  const isCounted = tokens.input > 0 || tokens.output > 0
  const cost = isCounted ? costOfTokens(model, tokens) : undefined
  const onlyRequests = rateOf(model, 'input_tokens') === undefined ? rateOf(model, 'requests') : undefined
  return { tokens, cost: cost ?? (onlyRequests === undefined ? null : onlyRequests / 1e6) }
}

/** In millionths of a dollar. */
function perRequest(model: Pick<Model, 'pricing'>): number {
  return rateOf(model, 'requests') ?? 0
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
