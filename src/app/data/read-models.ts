import type { Model } from '#contract/model.ts'
import { readModelList } from '#contract/read-model-list.ts'
import { callService } from './service-client.ts'
import { ServiceFailure } from './service-failure.ts'

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
      message: 'The service’s list of models cannot be read. Is this page as new as the service? Reload to see.',
      type: 'internal_error',
      param: null,
      code: null,
    })
  }
  const tag = response.headers.get('etag')
  if (tag !== null) tags.set(models, tag)
  return models
}
