import { isRecord, type JsonRecord } from '#contract/json.ts'
import { modelTypes } from '#contract/model-types.ts'
import { isPriceTier } from './read-model-list.ts'
import type { Model } from '#contract/model.ts'
import { isPlainId, plainLine, plainText } from '#contract/plain-text.ts'

/**
 * The models in another service's answer to `GET /v1/models`, in its order, one per id, or undefined where it is no
 * such list. What a service does not tell stays unknown: OpenAI lists little more than ids, Ollama has null for an
 * empty list, OpenRouter prices per token in texts, vLLM and llama.cpp have names of their own for the context.
 */
export function readForeignModels(answer: unknown): Model[] | undefined {
  const data: unknown = isRecord(answer) ? (answer['data'] ?? []) : undefined
  if (!Array.isArray(data)) return undefined
  const models = new Map<string, Model>()
  for (const entry of data) {
    const model = isRecord(entry) ? modelOf(entry) : undefined
    if (model && !models.has(model.id)) models.set(model.id, model)
  }
  return [...models.values()]
}

function modelOf(entry: JsonRecord): Model | undefined {
  const { id } = entry
  if (typeof id !== 'string' || !isPlainId(id)) return undefined
  const context = contextOf(entry)
  const type = modelTypes.find((each) => each === entry['model_type']) ?? likelyType(id)
  return {
    id,
    object: 'model',
    author: 'community',
    slug: textOr(entry['slug'], id),
    name: textOr(entry['name'], id),
    description: typeof entry['description'] === 'string' ? plainText(entry['description'], 10_000) : '',
    created: isCount(entry['created']) ? entry['created'] : 0,
    owned_by: textOr(entry['owned_by'], ''),
    status: entry['status'] === 'inactive' || entry['status'] === 'pending' ? entry['status'] : 'active',
    visibility: 'public',
    pricing: pricingOf(entry['pricing']),
    context_length: context ?? 4096,
    ...(context === undefined && { context_length_known: false }),
    model_type: type,
  }
}

function contextOf(entry: JsonRecord): number | undefined {
  if (entry['context_length_known'] === false) return undefined
  const meta = isRecord(entry['meta']) ? entry['meta'] : {}
  return [entry['context_length'], entry['max_model_len'], meta['n_ctx_train']].find(isCount)
}

/** As we publish prices ourselves, or per token in texts. */
function pricingOf(pricing: unknown): Model['pricing'] {
  if (Array.isArray(pricing)) {
    const metrics = ['input_tokens', 'output_tokens'] as const
    return metrics.flatMap((metric) => {
      const price: unknown = pricing.find((each: unknown) => isRecord(each) && each['metric'] === metric)
      const rate = isRecord(price) ? price['rate'] : undefined
      if (typeof rate !== 'number' || rate < 0) return []
      const tiers = isRecord(price) && Array.isArray(price['tiers']) ? price['tiers'].filter(isPriceTier) : []
      return [{ metric, rate, ...(tiers.length > 0 && { tiers }) }]
    })
  }
  if (!isRecord(pricing)) return []
  const tokens = [
    ['input_tokens', pricing['prompt']],
    ['output_tokens', pricing['completion']],
  ] as const
  return tokens.flatMap(([metric, price]) => {
    const rate = typeof price === 'string' && price.trim() !== '' ? Number(price) * 1_000_000 : Number.NaN
    // A negative one means that it depends on where the call ends up.
    return rate >= 0 && rate < Infinity ? [{ metric, rate: Number(rate.toPrecision(12)) }] : []
  })
}

/** Services that tell no type list models of every type; those that are plainly no chat models would only be in the way. */
function likelyType(id: string): Model['model_type'] {
  if (/whisper|transcribe/iu.test(id)) return 'speech_to_text'
  if (/\btts\b/iu.test(id)) return 'text_to_speech'
  if (/dall-e|gpt-image|stable-diffusion|\bflux\b/iu.test(id)) return 'image_generation'
  return /moderation/iu.test(id) ? 'moderation' : 'text_generation'
}

function textOr(value: unknown, otherwise: string): string {
  return (typeof value === 'string' && plainLine(value, 200)) || otherwise
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
