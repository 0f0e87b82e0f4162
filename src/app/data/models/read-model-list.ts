import { isRecord } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'
import { isPriceTier } from '#dialects/pricing.ts'

/**
 * The models in the service's answer to `GET /v1/models`, or undefined where it is not such a list. It checks what a
 * page shows and leaves the rest to the service, which has checked all of it: with the schema in model.ts, the first
 * script of the page would be a fifth larger.
 */
export function readModelList(value: unknown): Model[] | undefined {
  const data: unknown = isRecord(value) ? value['data'] : undefined
  return Array.isArray(data) && data.every(isModel) ? data : undefined
}

/** Each field by its own name: a loop over names takes several times as long, and a list may have many thousand models. */
function isModel(value: unknown): value is Model {
  if (!isRecord(value)) return false
  const { pricing, capabilities = [], supported_parameters: supported = [] } = value
  const { input_modalities: input = [], output_modalities: output = [] } = value
  return (
    typeof value['id'] === 'string' &&
    typeof value['slug'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['description'] === 'string' &&
    typeof value['owned_by'] === 'string' &&
    typeof value['author'] === 'string' &&
    typeof value['status'] === 'string' &&
    typeof value['model_type'] === 'string' &&
    typeof value['created'] === 'number' &&
    typeof value['context_length'] === 'number' &&
    Array.isArray(pricing) &&
    pricing.every(isPrice) &&
    Array.isArray(capabilities) &&
    Array.isArray(supported) &&
    Array.isArray(input) &&
    Array.isArray(output)
  )
}

function isPrice(price: unknown): boolean {
  if (!isRecord(price) || typeof price['rate'] !== 'number') return false
  const { tiers } = price
  return tiers === undefined || (Array.isArray(tiers) && tiers.every(isPriceTier))
}
