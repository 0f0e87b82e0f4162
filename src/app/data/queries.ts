import { queryOptions } from '@tanstack/react-query'
import type { Model } from '#contract/model.ts'
import { connection } from './connection.ts'
import { readModels } from './read-models.ts'

/** How long what was read counts as fresh: coming back to the page within it asks nothing. */
export const freshFor = 30_000
/** How often a page that is looked at asks again; an unchanged list costs a few bytes. */
export const refreshEvery = 180_000

/**
 * Every model the service publishes, of all types, in its own order. Seed 4.2. What was read stays while it is asked
 * again, and stays the very same list while nothing has changed.
 */
export function modelsQuery(revision: number = connection.getState().revision) {
  const queryKey = ['models', { revision }] as const
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<Model[]> => readModels(client.getQueryData<Model[]>(queryKey), signal),
    staleTime: freshFor,
    refetchInterval: refreshEvery,
    structuralSharing: false,
  })
}
