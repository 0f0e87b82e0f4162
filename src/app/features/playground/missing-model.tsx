import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { connectionModelsQuery, otherModelsQuery } from '#app/data/connection-models.ts'
import { connection } from '#app/data/connection.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { nearModels, textModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { modelProblemOf } from './model-problem.ts'

interface MissingModelProps {
  modelId: string | null
  connectionId: string | null
  /** Why the models of the connection could not be read; null where they were. */
  error: Error | null
  onChoose: (id: string) => void
}

/** Says why no known model answers here, with the next step: another try, the settings, or a model with a name like it. */
export function MissingModel({ modelId, connectionId, error, onChoose }: MissingModelProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const noKey = useStore(connection, ({ key, refused }) => key === null || refused)
  const { data: others = [] } = useQuery(otherModelsQuery())
  const query = connectionId === null ? modelsQuery() : connectionModelsQuery(connectionId)
  const known = client.getQueryData(query.queryKey) ?? []
  // The notice above every page says so, and takes a key.
  if (error && connectionId === null && noKey) return null
  const anyModels = [known, ...others.map(({ models }) => models)].some((models) => textModels(models).length > 0)
  const { words, next } = modelProblemOf({ modelId, connectionId, error, anyModels })
  return (
    <div className="px-4 pt-3">
      <Notice
        tone="warning"
        actions={
          next === 'again' ? (
            <Button size="small" onClick={() => void client.refetchQueries({ queryKey: query.queryKey })}>
              Try again
            </Button>
          ) : next === 'settings' ? (
            <Button
              size="small"
              onClick={() => void navigate({ to: '/settings', search: { connection: connectionId ?? 'this-server' } })}
            >
              Open settings
            </Button>
          ) : (
            nearModels(modelId ?? '', modelId === null ? [] : known).map(({ id }) => (
              <Button key={id} size="small" onClick={() => onChoose(id)}>
                Use {id}
              </Button>
            ))
          )
        }
      >
        {words ?? (
          <>
            No model is called <bdi>{modelId}</bdi> here. Choose another one above.
          </>
        )}
      </Notice>
    </div>
  )
}
