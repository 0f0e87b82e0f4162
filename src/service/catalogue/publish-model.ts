import { author as authorSchema, type Author, type Capability, type Model } from '#contract/model.ts'
import { assumedContextLength, type EngineModel, type ModelFacts } from '#dialects/model-list.ts'
import type { ReferenceSource } from './reference/reference-entry.ts'
import type { ReferenceModel } from './reference/reference-model.ts'

/** What is said of a model besides by its engine. */
interface Besides {
  /** Under which id it is published; left out, as the engine's own id has it. */
  id?: string
  /** What the reference catalogue knows of it. */
  known?: ReferenceModel
  /** Whether what its maker charges is charged here. Elsewhere that is published as a list price. */
  atMakersPrice?: boolean
  /** What the operator says, over everything else. */
  override?: Partial<ModelFacts>
}

/**
 * A model as an engine tells it, as we publish it (seed 2.3). The operator's word goes first, then the engine's, then the
 * reference catalogue's. What nobody tells is taken from the id, or stays unknown: an empty description, created 0, no
 * price, no capability. Nothing is invented.
 */
export function publishModel(told: EngineModel, besides: Besides = {}): Model {
  const { id = publishedId(told), known, atMakersPrice = false, override = {} } = besides
  const slash = id.indexOf('/')
  const name = id.slice(slash + 1) || id
  const author = override.author ?? told.author ?? known?.author ?? authorOf(id.slice(0, slash))
  const context = override.context_length ?? told.context_length ?? known?.context_length
  const capabilities = override.capabilities ?? capabilitiesOf(told, known)
  const ownPricing = override.pricing ?? told.pricing
  const knownPricing = ownPricing ? undefined : known?.pricing
  const isListPrice = ownPricing ? !override.pricing && told.list_price : knownPricing && !atMakersPrice
  return {
    id,
    object: 'model',
    author,
    slug: override.slug ?? told.slug ?? slugOf(name),
    name: override.name ?? told.name ?? known?.name ?? name,
    description: override.description ?? told.description ?? known?.description ?? '',
    // Engines give the day on which they got their copy, and themselves for the owner.
    created: override.created ?? known?.created ?? told.created ?? 0,
    owned_by: override.owned_by ?? known?.owned_by ?? told.owned_by ?? author,
    status: override.status ?? told.status ?? 'active',
    visibility: override.visibility ?? told.visibility ?? 'public',
    pricing: ownPricing ?? knownPricing ?? [],
    ...(knownPricing && known?.pricing_facts && { pricing_source: sourceOf(known.pricing_facts) }),
    ...(isListPrice && { list_price: true }),
    context_length: context ?? assumedContextLength,
    ...(context === undefined && { context_length_known: false }),
    model_type: override.model_type ?? told.model_type ?? known?.model_type ?? 'text_generation',
    ...(capabilities && { capabilities }),
    ...(told.supported_parameters && { supported_parameters: told.supported_parameters }),
    ...known?.more,
    ...(known && { reference: sourceOf(known.facts) }),
  }
}

/** Contract: an id with a slash stays as it is; one without is published under its author, or under `community`. */
export function publishedId({ id, author }: Pick<EngineModel, 'id' | 'author'>): string {
  return id.includes('/') ? id : `${author ?? 'community'}/${id}`
}

/** What either knows it can do, without what the engine says it cannot. */
function capabilitiesOf(told: EngineModel, known: ReferenceModel | undefined): Capability[] | undefined {
  if (!told.capabilities && !known?.capabilities) return undefined
  const either = new Set([...(known?.capabilities ?? []), ...(told.capabilities ?? [])])
  for (const lacking of told.lacks ?? []) either.delete(lacking)
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
