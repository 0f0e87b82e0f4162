import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { explainFailure } from '#app/data/calls/explain-failure.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connection } from '#app/data/connections/connection.ts'
import { connectionModelsQuery, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { WhyNotCallable } from '#app/models/callable.tsx'
import { nearModels, textModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Model } from '#contract/model.ts'

/** Why it is not known what model answers in a pane, and where a person goes from there. */
export interface ModelProblem {
  /** Null where the list does not have the model: that sentence has its id in it. */
  words: string | null
  next: 'retry' | 'settings' | 'model'
}

interface PaneModel {
  /** Null where none was chosen, and none can be suggested. */
  modelId: string | null
  connectionId: string | null
  /** Why the list of models could not be read; null where it was. */
  error: Error | null
  /** Whether any connection has a model that could be chosen. */
  anyModels: boolean
}

/** Tells a list that could not be loaded from a model that is not in it, and from having none to choose. */
export function modelProblemOf({ modelId, connectionId, error, anyModels }: PaneModel): ModelProblem {
  if (error) return listProblem(error, connectionId)
  if (modelId !== null) return { words: null, next: 'model' }
  return anyModels
    ? { words: 'No model is chosen. Choose one above.', next: 'model' }
    : { words: 'No connected provider has a chat model. Connect one in Settings.', next: 'settings' }
}

function listProblem(error: Error, connectionId: string | null): ModelProblem {
  const target = targetOf(connectionId)
  const name = target?.name ?? 'this connection'
  const begin = `The models of ${name} couldn’t be loaded.`
  if (!(error instanceof ServiceFailure)) return { words: `${begin} Try again.`, next: 'retry' }
  const { problem, solution, nextStep } = explainFailure(
    error,
    target && {
      name: target.name,
      apiBase: target.apiBase,
      sentKey: target.key !== null,
      pageOrigin: location.origin,
      isThisServer: connectionId === null,
    },
  )
  const words = [begin, problem, solution].filter((sentence) => sentence !== null).join(' ')
  return { words, next: nextStep === 'key' || nextStep === 'connection' ? 'settings' : nextStep }
}

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
          next === 'retry' ? (
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

interface UncallableModelProps {
  model: Model
  /** Leads to the list of models. */
  onChooseAnother: () => void
}

/** Says before anything is sent that the model of a pane can't be called now, what would change that, and the way on. */
export function UncallableModel({ model, onChooseAnother }: UncallableModelProps) {
  return (
    <div className="px-4 pt-3">
      <WhyNotCallable model={model} onChooseAnother={onChooseAnother} />
    </div>
  )
}
