import type { Model, ModelType } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import { readModelList } from '#contract/read-model-list.ts'
import { callService } from './service-client.ts'
import { ServiceFailure } from './service-failure.ts'

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
    message: 'What the service says of this model cannot be read. Is this page as new as the service? Reload to see.',
    type: 'internal_error',
    param: null,
    code: null,
  })
}
