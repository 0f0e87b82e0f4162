import { connections } from '#app/data/connections/connections.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'
import { isCallable, isDemo, textModels, useModels } from './text-models.ts'

/** A model, and the connection that serves it; null is the service that served this page. */
export interface ModelChoice {
  modelId: string
  connectionId: string | null
}

const storageName = 'parley.last-model'

/** The model that was used last in this browser, in any tab. */
export function lastModel(): ModelChoice | undefined {
  const stored = parseJson(readText(browserStorage().device, storageName) ?? 'null')
  if (!isRecord(stored)) return undefined
  const { modelId, connectionId } = stored
  if (typeof modelId !== 'string') return undefined
  return { modelId, connectionId: typeof connectionId === 'string' ? connectionId : null }
}

/** Stores the model that was used last. A browser that stores nothing suggests another one next time. */
export function storeLastModel({ modelId, connectionId }: ModelChoice): void {
  writeText(browserStorage().device, storageName, JSON.stringify({ modelId, connectionId }))
}

/**
 * The model of this page's service for a pane without one: the last one used if it can be called, otherwise the first of
 * `textModels`. Null without models or before they have loaded.
 */
export function suggestedModel(models: readonly Model[]): string | null {
  const last = lastModel()
  const used = last?.connectionId === null ? models.find(({ id }) => id === last.modelId) : undefined
  if (used && isCallable(used)) return used.id
  return textModels(models)[0]?.id ?? null
}

/** `suggestedModel` of the loaded models. */
export function useSuggestedModel(): string | null {
  const { data: models = [] } = useModels()
  return suggestedModel(models)
}

interface KnownLists {
  own: () => Promise<readonly Model[]>
  ofConnection: (id: string) => Promise<readonly Model[]>
}

/**
 * The model of a direct connection to use by default: the last one used, or the first ready model if this page's service
 * has only demo models. Undefined if this page's service has the better one. Lists that can't be read are skipped.
 */
export async function suggestedConnectionModel({ own, ofConnection }: KnownLists): Promise<ModelChoice | undefined> {
  const { others } = connections.getState()
  const last = lastModel()
  if (last && others.some(({ id }) => id === last.connectionId)) {
    const models = await ofConnection(last.connectionId ?? '').catch(() => [])
    const used = models.find(({ id }) => id === last.modelId)
    if (used && isCallable(used)) return last
  }
  const isReady = (model: Model) => isCallable(model) && !isDemo(model)
  if (others.length === 0 || (await own().catch(() => [])).some(isReady)) return undefined
  for (const { id } of others) {
    const first = textModels(await ofConnection(id).catch(() => [])).find(isReady)
    if (first) return { modelId: first.id, connectionId: id }
  }
  return undefined
}
