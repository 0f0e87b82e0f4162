import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { Model } from '#contract/model.ts'
import { freshFor } from './queries.ts'

/** A model of a direct connection. */
export interface ConnectionModel extends Model {
  /** The id that requests name, where it isn't `id`: an engine's own id may be a path on its machine. */
  engine_id?: string
  /** Ids under which links and conversations may have stored the model. */
  other_ids?: string[]
}

const indexes = new WeakMap<readonly ConnectionModel[], Map<string, ConnectionModel>>()

/** Finds a model by its id, or by another id that links and conversations may have stored. Called for each token. */
export function findModel(models: readonly ConnectionModel[], id: string): ConnectionModel | undefined {
  let index = indexes.get(models)
  if (!index) indexes.set(models, (index = indexOf(models)))
  return index.get(id)
}

/** The first model of an id is found, and any model's own id before another one's other ids. */
function indexOf(models: readonly ConnectionModel[]): Map<string, ConnectionModel> {
  const others = models.flatMap((model) => (model.other_ids ?? []).map((id) => [id, model] as const))
  const own = models.map((model) => [model.id, model] as const)
  return new Map([...own, ...others].toReversed())
}

/** The models of one connection, or none where they could not be read; the settings say why. */
interface ConnectionModels {
  connectionId: string
  name: string
  models: readonly ConnectionModel[]
}

/** The last list read from each API base, outside React, because requests need it too. */
const known = new Map<string, readonly ConnectionModel[]>()
/** The lists that are being read. */
const reading = new Map<string, Promise<ConnectionModel[]>>()

/** The models of a direct connection. The connections' revision is in the key, so that a new API key reads them again. */
export function connectionModelsQuery(id: string, revision: number = connections.getState().revision) {
  return queryOptions({
    queryKey: ['connection-models', { id, revision }] as const,
    queryFn: ({ client, signal }) => readModels(id, client, signal),
    staleTime: freshFor,
  })
}

async function readModels(id: string, client: QueryClient, signal: AbortSignal): Promise<ConnectionModel[]> {
  const target = targetOf(id)
  const apiBase = target?.apiBase ?? ''
  const models = import('./read-connection-models.ts').then(({ readConnectionModels }) =>
    readConnectionModels(target, location.origin, signal, client),
  )
  reading.set(apiBase, models)
  try {
    known.set(apiBase, await models)
    return await models
  } finally {
    if (reading.get(apiBase) === models) reading.delete(apiBase)
  }
}

/** How long a request waits for a list of models that is on its way, in milliseconds. */
const listTimeoutMs = 2_000

/** The id that a request to an API base names for a model. The same id if the list isn't known or doesn't have it. */
export function engineModelId(apiBase: string, id: string): string {
  return known.get(apiBase)?.find((model) => model.id === id)?.engine_id ?? id
}

/** Waits for the first list of models from an API base if it is being read, for 2 s at most. Never rejects. */
export async function firstModelList(apiBase: string): Promise<void> {
  const list = known.has(apiBase) ? undefined : reading.get(apiBase)
  if (!list) return
  const timeout = new Promise((resolve) => setTimeout(resolve, listTimeoutMs))
  await Promise.race([list.catch(() => undefined), timeout])
}

/** The models of all direct connections. Each connection's appear as soon as it answers, so a slow one delays no other. */
export function otherModelsQuery(revision: number = connections.getState().revision) {
  const queryKey = ['other-models', { revision }] as const
  return queryOptions({
    queryKey,
    enabled: connections.getState().others.length > 0,
    queryFn: ({ client }): Promise<ConnectionModels[]> =>
      readAll(client, revision, (lists) => client.setQueryData(queryKey, lists)),
    staleTime: freshFor,
  })
}

async function readAll(
  client: QueryClient,
  revision: number,
  onProgress: (lists: ConnectionModels[]) => void,
): Promise<ConnectionModels[]> {
  const { others } = connections.getState()
  const lists = new Map<string, ConnectionModels>()
  const inOrder = () => others.flatMap(({ id }) => lists.get(id) ?? [])
  await Promise.all(
    others.map(async ({ id, name }) => {
      const models = await client.fetchQuery(connectionModelsQuery(id, revision)).catch(() => [])
      lists.set(id, { connectionId: id, name, models })
      onProgress(inOrder())
    }),
  )
  return inOrder()
}
