import { queryOptions } from '@tanstack/react-query'
import { callService } from '#app/data/calls/call-service.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { connection } from '#app/data/connections/connection.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { Model, ModelType } from '#contract/model.ts'
import { readModelList } from './read-model-list.ts'

/** The ETag under which each list was read. */
const tags = new WeakMap<readonly Model[], string>()

/**
 * The service's list of models; `before` itself where the service says that it still holds. Rejects with
 * `ServiceFailure`, and with the signal's reason when aborted.
 */
export async function readModels(before: Model[] | undefined, signal: AbortSignal): Promise<Model[]> {
  const response = await callService('/v1/models', { tag: before && tags.get(before), signal })
  if (before && response.status === 304) return before
  const models = readModelList(await response.json().catch(() => null))
  if (!models) {
    throw new ServiceFailure({
      message: 'The model list could not be read. This page may be out of date. Reload it.',
      type: 'internal_error',
      param: null,
      code: null,
    })
  }
  const tag = response.headers.get('etag')
  if (tag !== null) tags.set(models, tag)
  return models
}

interface Asked {
  id: string
  /** The type that it must have; undefined takes any. */
  type?: string | undefined
  /** The type to try first, where none is asked for. */
  likely?: ModelType | undefined
}

/** One model by its id. Rejects with `ServiceFailure`: `param` is `type` where it is of another type than was asked. */
export async function readModel({ id, type, likely }: Asked, signal: AbortSignal): Promise<Model> {
  try {
    return await askFor(id, type ?? likely, signal)
  } catch (reason) {
    const own = reason instanceof ServiceFailure && type === undefined ? typeNamedIn(reason) : undefined
    if (own === undefined) throw reason
    return askFor(id, own, signal)
  }
}

/** The service takes a model for a text model unless it is told otherwise, and then says what to ask with. */
export function typeNamedIn({ detail }: ServiceFailure): ModelType | undefined {
  if (detail.param !== 'type') return undefined
  return modelTypes.find((type) => detail.message.includes(`?type=${type}`))
}

async function askFor(id: string, type: string | undefined, signal: AbortSignal): Promise<Model> {
  const query = type === undefined ? '' : `?type=${encodeURIComponent(type)}`
  // Encoded as a whole: an id like `a/../b` must not become another path on its way.
  const response = await callService(`/v1/models/${encodeURIComponent(id)}${query}`, { signal })
  const model = readModelList({ data: [await response.json().catch(() => null)] })?.[0]
  if (model) return model
  throw new ServiceFailure({
    message: 'The details of this model could not be read. This page may be out of date. Reload it.',
    type: 'internal_error',
    param: null,
    code: null,
  })
}

/** How long what was read counts as fresh: coming back to the page within it asks nothing. */
export const freshFor = 30_000
/** How often a page that is looked at asks again; an unchanged list costs a few bytes. */
const refreshEvery = 180_000

/**
 * Every model the service publishes, of all types, in its own order. Seed 4.2. What was read stays while it is asked
 * again, and stays the very same list while nothing has changed.
 */
export function modelsQuery(revision: number = connection.getState().revision) {
  const queryKey = ['models', { revision }] as const
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<Model[]> => readModels(client.getQueryData<Model[]>(queryKey), signal),
    staleTime: freshFor,
    refetchInterval: refreshEvery,
    structuralSharing: false,
  })
}

/**
 * One model, as `GET /v1/models/{id}` has it now. Seed 4.3. Without a type it finds the model's own; with one that is
 * not the model's it rejects with a `ServiceFailure` whose `param` is `type`.
 */
export function modelQuery(id: string, type?: string, revision: number = connection.getState().revision) {
  return queryOptions({
    queryKey: ['model', { revision, id, type }] as const,
    queryFn: ({ client, signal }): Promise<Model> => {
      const listed = client.getQueryData(modelsQuery(revision).queryKey)?.find((model) => model.id === id)
      return readModel({ id, type, likely: listed?.model_type }, signal)
    },
    staleTime: freshFor,
    refetchInterval: refreshEvery,
  })
}
