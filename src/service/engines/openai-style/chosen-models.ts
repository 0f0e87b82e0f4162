import type { EngineModel } from '#service/engines/engine.ts'
import { ServiceError } from '#service/service-error.ts'
import { withoutPath } from './read-models.ts'

/** Whether a listing failed because there is no list at that address: a server says so with one of these. */
export function isNoList(reason: unknown): boolean {
  return reason instanceof ServiceError && (reason.status === 404 || reason.status === 405)
}

/**
 * Exactly the models that the settings name, with what the engine's list says of each. An engine that keeps no list serves
 * them all the same; rejects as the listing does when the engine cannot be asked.
 */
export async function chosenModels(
  ids: readonly string[],
  listing: Promise<readonly EngineModel[]>,
): Promise<readonly EngineModel[]> {
  const listed = await listing.catch((reason: unknown) => {
    if (isNoList(reason)) return []
    throw reason
  })
  const byId = new Map(listed.map((model) => [model.id, model]))
  return ids.map((id) => byId.get(id) ?? { id, ...withoutPath(id) })
}
