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
}

/** The models of the connection that a pane speaks to; `own` are those of the service that served this page. */
export function useModelsOf(connectionId: string | null, own: KnownModels): KnownModels {
  const revision = useStore(connections, (state) => state.revision)
  const { data, isSuccess } = useQuery({
    ...connectionModelsQuery(connectionId ?? '', revision),
    enabled: connectionId !== null,
  })
  const modelOf = useCallback((id: string) => data?.find((model) => model.id === id), [data])
  return connectionId === null ? own : { modelOf, isKnown: isSuccess }
}
