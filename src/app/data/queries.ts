import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#contract/model.ts'
import { readModelList } from '#contract/read-model-list.ts'
import { connection } from './connection.ts'
import { callService } from './service-client.ts'
import { ServiceFailure } from './service-failure.ts'

/** Every model the service publishes, of all types, in its own order. Seed 4.2. */
export function modelsQuery(revision: number = connection.getState().revision) {
  return queryOptions({
    queryKey: ['models', { revision }],
    queryFn: async ({ signal }): Promise<Model[]> => {
      const response = await callService('/v1/models', { signal })
      const models = readModelList(await response.json().catch(() => null))
      if (!models) {
        throw new ServiceFailure({
          message: 'The service’s list of models cannot be read. Is this page as new as the service? Reload to see.',
          type: 'internal_error',
          param: null,
          code: null,
        })
      }
      return models
    },
    staleTime: 30_000,
  })
}
