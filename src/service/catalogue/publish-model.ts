import { author as authorSchema, type Author, type Capability, type Model } from '#contract/model.ts'
import { assumedContextLength, type EngineModel, type ModelFacts } from '#dialects/model-list.ts'
import type { ReferenceSource } from './reference/reference-entry.ts'
import type { ReferenceModel } from './reference/reference-model.ts'

/** What other sources than the engine say about a model. */
interface ModelSources {
  /** The published id. Omitted: derived from the engine's own id. */
  id?: string
  /** From the reference catalogue. */
  known?: ReferenceModel
  /** Whether the engine is the author's own service. Otherwise reference prices are published as list prices. */
  hasAuthorPrices?: boolean
  /** The public name of the engine that serves it. */
  provider?: string | undefined
  /** The operator's settings, with the highest precedence. */
  override?: Partial<ModelFacts>
}

/**
 * Creates the published model (seed 2.3). Overrides take precedence over the engine, the engine over the reference
 * catalogue. Missing facts are derived from the id or stay unknown: empty description, `created` 0, no price, no
 * capabilities.
 */
export function publishModel(listed: EngineModel, sources: ModelSources = {}): Model {
  const { id = publishedId(listed), known, hasAuthorPrices = false, provider, override = {} } = sources
  const slash = id.indexOf('/')
  const name = id.slice(slash + 1) || id
  const author = override.author ?? listed.author ?? known?.author ?? authorOf(id.slice(0, slash))
  const context = override.context_length ?? listed.context_length ?? known?.context_length
  const capabilities = override.capabilities ?? capabilitiesOf(listed, known)
  const ownPricing = override.pricing ?? listed.pricing
  const knownPricing = ownPricing ? undefined : known?.pricing
  const isListPrice = ownPricing ? !override.pricing && listed.list_price : knownPricing && !hasAuthorPrices
  return {
    id,
    object: 'model',
    author,
    slug: override.slug ?? listed.slug ?? slugOf(name),
    name: override.name ?? listed.name ?? known?.name ?? name,
    description: override.description ?? listed.description ?? known?.description ?? '',
    // Engines report when they installed the model, and themselves as its owner.
    created: override.created ?? known?.created ?? listed.created ?? 0,
    owned_by: override.owned_by ?? known?.owned_by ?? listed.owned_by ?? author,
    status: override.status ?? listed.status ?? 'active',
    visibility: override.visibility ?? listed.visibility ?? 'public',
    pricing: ownPricing ?? knownPricing ?? [],
    ...(knownPricing && known?.pricing_facts && { pricing_source: sourceOf(known.pricing_facts) }),
    ...(isListPrice && { list_price: true }),
    context_length: context ?? assumedContextLength,
    ...(context === undefined && { context_length_known: false }),
    model_type: override.model_type ?? listed.model_type ?? known?.model_type ?? 'text_generation',
    ...(capabilities && { capabilities }),
    ...(listed.supported_parameters && { supported_parameters: listed.supported_parameters }),
    ...known?.more,
    ...(provider !== undefined && { provider }),
    ...(known && { reference: sourceOf(known.facts) }),
  }
}

/** Contract: ids without a slash are prefixed with the author, or with `community`. */
export function publishedId({ id, author }: Pick<EngineModel, 'id' | 'author'>): string {
  return id.includes('/') ? id : `${author ?? 'community'}/${id}`
}

/** The capabilities of both sources, without those the engine rules out. */
function capabilitiesOf(listed: EngineModel, known: ReferenceModel | undefined): Capability[] | undefined {
  if (!listed.capabilities && !known?.capabilities) return undefined
  const either = new Set([...(known?.capabilities ?? []), ...(listed.capabilities ?? [])])
  for (const lacking of listed.lacks ?? []) either.delete(lacking)
  return [...either]
}

function sourceOf({ name, date }: ReferenceSource): Model['reference'] {
  return { name, date }
}

function authorOf(segment: string): Author {
  return authorSchema.safeParse(segment).data ?? 'community'
}

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug || encodeURIComponent(name)
}
