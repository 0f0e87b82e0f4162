import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#contract/model.ts'
import { connection } from './connection.ts'
import { freshFor, modelsQuery, refreshEvery } from './queries.ts'
import { readModel } from './read-model.ts'

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
