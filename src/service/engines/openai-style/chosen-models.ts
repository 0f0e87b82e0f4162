import type { EngineModel } from '#service/engines/engine.ts'
import { ServiceError } from '#service/service-error.ts'

/** A server that has no list at all says so with one of these. */
const noList = new Set([404, 405])

/**
 * Exactly the models that the settings name, with what the engine's list says of each. An engine that keeps no list serves
 * them all the same; rejects as the listing does when the engine cannot be asked.
 */
export async function chosenModels(
  ids: readonly string[],
  listing: Promise<readonly EngineModel[]>,
): Promise<readonly EngineModel[]> {
  const listed = await listing.catch((reason: unknown) => {
    if (reason instanceof ServiceError && noList.has(reason.status)) return []
    throw reason
  })
  const byId = new Map(listed.map((model) => [model.id, model]))
  return ids.map((id) => byId.get(id) ?? { id })
}
