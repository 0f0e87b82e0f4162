import { queryOptions } from '@tanstack/react-query'
import { modelList, type Model } from '#contract/model.ts'
import { connection } from './connection.ts'
import { callService, ServiceFailure } from './service-client.ts'

/** Every model the service publishes, of all types, in its own order. Seed 4.2. */
export function modelsQuery(revision: number = connection.getState().revision) {
  return queryOptions({
    queryKey: ['models', { revision }],
    queryFn: async ({ signal }): Promise<Model[]> => {
      const response = await callService('/v1/models', { signal })
      const list = modelList.safeParse(await response.json().catch(() => null))
      if (!list.success) {
        throw new ServiceFailure({
          message: 'The service’s list of models cannot be read. Is this page as new as the service? Reload to see.',
          type: 'internal_error',
          param: null,
          code: null,
        })
      }
      return list.data.data
    },
    staleTime: 30_000,
  })
}
