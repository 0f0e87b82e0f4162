import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { Model } from '#contract/model.ts'
import { freshFor } from './queries.ts'

/** The models of one connection, or none where they could not be read; the settings say why. */
interface ConnectionModels {
  connectionId: string
  name: string
  models: readonly Model[]
}

/** The models of another connection. Its key is the connection's id and its state, so that a new key reads anew. */
export function connectionModelsQuery(id: string, revision: number = connections.getState().revision) {
  return queryOptions({
    queryKey: ['connection-models', { id, revision }] as const,
    queryFn: async ({ signal }): Promise<Model[]> => {
      const { readConnectionModels } = await import('./read-connection-models.ts')
      return readConnectionModels(targetOf(id), location.origin, signal)
    },
    staleTime: freshFor,
  })
}

/** The models of all other connections, each as soon as it answers: a slow one holds up nobody. */
export function otherModelsQuery(revision: number = connections.getState().revision) {
  const queryKey = ['other-models', { revision }] as const
  return queryOptions({
    queryKey,
    enabled: connections.getState().others.length > 0,
    queryFn: ({ client }): Promise<ConnectionModels[]> =>
      readAll(client, revision, (known) => client.setQueryData(queryKey, known)),
    staleTime: freshFor,
  })
}

async function readAll(
  client: QueryClient,
  revision: number,
  tell: (known: ConnectionModels[]) => void,
): Promise<ConnectionModels[]> {
  const { others } = connections.getState()
  const read = new Map<string, ConnectionModels>()
  const known = () => others.flatMap(({ id }) => read.get(id) ?? [])
  await Promise.all(
    others.map(async ({ id, name }) => {
      const models = await client.fetchQuery(connectionModelsQuery(id, revision)).catch(() => [])
      read.set(id, { connectionId: id, name, models })
      tell(known())
    }),
  )
  return known()
}
