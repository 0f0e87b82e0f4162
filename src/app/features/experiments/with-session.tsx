import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { connections } from '#app/data/connections/connections.ts'
import { findModel, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { useModels } from '#app/models/text-models.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Variant } from '#experiments/definition.ts'
import { type ExperimentModel, type ExperimentSession, openSession } from './experiment-session.ts'

const openingOf = (id: string) =>
  queryOptions({
    queryKey: ['experiment', id],
    queryFn: async () => (await openSession(id)) ?? null,
    // The session watches for changes itself.
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  })

interface WithSessionProps {
  id: string
  /** What is shown of the experiment once it is open. */
  children: (session: ExperimentSession) => ReactNode
}

/** Opens a stored experiment for a page, or says why it can't be opened. */
export function WithSession({ id, children }: WithSessionProps) {
  const opening = openingOf(id)
  // An effect would start only after React has shown the page of the list for a while longer.
  usePrefetchQuery(opening)
  const { data: session, error } = useQuery(opening)
  if (error) {
    return (
      <div className="p-4">
        <Notice tone="danger">
          This browser’s storage can’t be read, so the experiment can’t be opened. Reload the page.
        </Notice>
      </div>
    )
  }
  if (session === undefined) return null
  if (session === null) {
    return (
      <div className="grid justify-items-start gap-3 p-4 md:p-6">
        <h1 className="text-lg font-semibold">No such experiment</h1>
        <p className="text-text-muted">It was deleted, or it is in another browser.</p>
        <Link to="/experiments" className="text-accent underline">
          All experiments
        </Link>
      </div>
    )
  }
  return (
    <SessionModels key={id} session={session}>
      {children(session)}
    </SessionModels>
  )
}

/** Finds the model of a variant; undefined until it is known which models there are. */
export function useModelOf(): ((variant: Variant) => ExperimentModel | undefined) | undefined {
  const { data: own, isLoading } = useModels()
  const revision = useStore(connections, (state) => state.revision)
  const { data: others, isLoading: isLoadingOthers } = useQuery(otherModelsQuery(revision))
  return useMemo(() => {
    if (isLoading || isLoadingOthers) return undefined
    return ({ connection, model }: Variant) => {
      const models = connection === null ? own : others?.find(({ connectionId }) => connectionId === connection)?.models
      return models && findModel(models, model)
    }
  }, [own, others, isLoading, isLoadingOthers])
}

/** Tells the session which models there are. Until then it knows no cells: a run would have neither seeds nor prices. */
function SessionModels({ session, children }: { session: ExperimentSession; children: ReactNode }) {
  const modelOf = useModelOf()
  useEffect(() => {
    if (modelOf) session.setModels(modelOf)
  }, [session, modelOf])
  return children
}
