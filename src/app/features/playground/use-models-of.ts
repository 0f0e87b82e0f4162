import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { connectionModelsQuery } from '#app/data/connection-models.ts'
import { connections } from '#app/data/connections.ts'

interface KnownModels {
  /** Stays the same function as long as the models do. */
  modelOf: (id: string) => Model | undefined
  /** True once the list has been read. */
  isKnown: boolean
  /** Why nothing is known of it; null where it has been read once, or is on its way. */
  error: Error | null
}

/** The models of the connection that a pane speaks to; `own` are those of the service that served this page. */
export function useModelsOf(connectionId: string | null, own: KnownModels): KnownModels {
  const revision = useStore(connections, (state) => state.revision)
  const { data, error } = useQuery({
    ...connectionModelsQuery(connectionId ?? '', revision),
    enabled: connectionId !== null,
  })
  const modelOf = useCallback((id: string) => data?.find((model) => model.id === id), [data])
  return connectionId === null
    ? own
    : { modelOf, isKnown: data !== undefined, error: data === undefined ? error : null }
}
