import { author as authorSchema, type Author, type Model } from '#contract/model.ts'
import type { EngineModel } from '#service/engines/engine.ts'

/** What is published of `context_length` when nobody tells; `context_length_known: false` goes with it. */
const assumedContextLength = 4096

/**
 * A model as an engine tells it, as we publish it (seed 2.3). What the engine leaves out is taken from the id, or stays
 * unknown: an empty description, created 0, no price, no capability. Nothing is invented.
 */
export function publishModel(told: EngineModel): Model {
  const id = publishedId(told)
  const slash = id.indexOf('/')
  const name = id.slice(slash + 1) || id
  const author = told.author ?? authorOf(id.slice(0, slash))
  return {
    id,
    object: 'model',
    author,
    slug: told.slug ?? slugOf(name),
    name: told.name ?? name,
    description: told.description ?? '',
    created: told.created ?? 0,
    owned_by: told.owned_by ?? author,
    status: told.status ?? 'active',
    visibility: told.visibility ?? 'public',
    pricing: told.pricing ?? [],
    context_length: told.context_length ?? assumedContextLength,
    ...(told.context_length === undefined && { context_length_known: false }),
    model_type: told.model_type ?? 'text_generation',
    ...(told.capabilities && { capabilities: told.capabilities }),
  }
}

/** An id with a slash stays as it is; one without is published under its author. */
function publishedId({ id, author }: EngineModel): string {
  return id.includes('/') ? id : `${author ?? 'community'}/${id}`
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
