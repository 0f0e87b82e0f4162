import type { Model } from '#contract/model.ts'

/** The day Parley began, Saturday 21 November 2026, in Unix seconds. */
const created = 1795219200

/** What the built-in engine obeys for every model of its own. */
const alwaysObeyed = ['max_tokens', 'max_completion_tokens', 'stop']

/**
 * Describes one of our own models in full. `slug` is the part of the id after `parley/`; `obeys` names the request fields
 * that the model itself obeys.
 */
export function modelCard(slug: string, name: string, description: string, obeys: readonly string[] = []): Model {
  return {
    id: `parley/${slug}`,
    object: 'model',
    author: 'parley',
    slug,
    name,
    description,
    created,
    owned_by: 'Parley',
    status: 'active',
    visibility: 'public',
    pricing: [
      { metric: 'input_tokens', rate: 0 },
      { metric: 'output_tokens', rate: 0 },
    ],
    context_length: 262_144,
    context_length_known: true,
    model_type: 'text_generation',
    capabilities: ['streaming'],
    supported_parameters: [...alwaysObeyed, ...obeys],
  }
}
