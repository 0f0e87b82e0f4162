import { createStore } from 'zustand/vanilla'
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

interface RememberedModels {
  /** The models that were used last, latest first. */
  recent: readonly ModelChoice[]
  favourites: readonly ModelChoice[]
}

const names = { recent: 'parley.recent-models', favourites: 'parley.favourite-models' } as const
const maxRecent = 5
const maxFavourites = 100

/** The models that this browser remembers. Without storage, until the page is closed. */
export const rememberedModels = createStore<RememberedModels>(readAll)

/** Follows changes of other tabs. */
export function watchRememberedModels(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === names.recent || key === names.favourites) rememberedModels.setState(readAll())
  })
}

/** Puts the model first among the recent ones. */
export function noteUsed(choice: ModelChoice): void {
  const { recent } = rememberedModels.getState()
  if (recent[0] && isSame(recent[0], choice)) return
  store('recent', [choice, ...recent.filter((each) => !isSame(each, choice))].slice(0, maxRecent))
}

/** Adds the model to the favourites, or removes it. */
export function toggleFavourite(choice: ModelChoice): void {
  const { favourites } = rememberedModels.getState()
  const others = favourites.filter((each) => !isSame(each, choice))
  store('favourites', others.length < favourites.length ? others : [...favourites, choice].slice(-maxFavourites))
}

export function isSame(one: ModelChoice, other: ModelChoice): boolean {
  return one.modelId === other.modelId && one.connectionId === other.connectionId
}

function store(list: keyof RememberedModels, choices: readonly ModelChoice[]): void {
  rememberedModels.setState({ [list]: choices })
  const stored = choices.map(({ modelId, connectionId }) => ({ modelId, connectionId }))
  writeText(browserStorage().device, names[list], JSON.stringify(stored))
}

function readAll(): RememberedModels {
  return { recent: readList('recent').slice(0, maxRecent), favourites: readList('favourites').slice(-maxFavourites) }
}

function readList(list: keyof RememberedModels): ModelChoice[] {
  const stored = parseJson(readText(browserStorage().device, names[list]) ?? 'null')
  return Array.isArray(stored) ? stored.flatMap((each: unknown) => readChoice(each) ?? []) : []
}

function readChoice(stored: unknown): ModelChoice | undefined {
  if (!isRecord(stored) || typeof stored['modelId'] !== 'string') return undefined
  const { modelId, connectionId } = stored
  return { modelId, connectionId: typeof connectionId === 'string' ? connectionId : null }
}

/**
 * The model of this page's service for a pane without one: the last one used if it can be called, otherwise the first of
 * `textModels`. Null without models or before they have loaded.
 */
export function suggestedModel(models: readonly Model[]): string | null {
  const [last] = rememberedModels.getState().recent
  const used = last?.connectionId === null ? models.find(({ id }) => id === last.modelId) : undefined
  const [best] = textModels(models)
  if (!best || !used || !isCallable(used)) return best?.id ?? null
  // Who tried a demo model first has connected a real one since.
  return isDemo(used) && !isDemo(best) && isCallable(best) ? best.id : used.id
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
  const [last] = rememberedModels.getState().recent
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
