import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'zustand'
import { explainFailure } from '#app/data/calls/explain-failure.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { connection } from '#app/data/connections/connection.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { connectionModelsQuery, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { WhyNotCallable } from '#app/models/callable.tsx'
import { ConnectButton } from '#app/models/connect-button.tsx'
import { nearModels, textModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Model } from '#contract/model.ts'

/** Why a pane has no known model, and what the user can do. */
export interface ModelProblem {
  /** Null if the model isn't in the list. That message contains its id. */
  words: string | null
  next: 'retry' | 'settings' | 'connect' | 'model'
}

interface PaneModel {
  /** Null if none is selected or suggested. */
  modelId: string | null
  connectionId: string | null
  /** Why the list of models couldn't be loaded, or null. */
  error: Error | null
  /** Whether any connection has a model to choose. */
  anyModels: boolean
}

/** Distinguishes a list that couldn't be loaded, a model that isn't in it, and having no models. */
export function modelProblemOf({ modelId, connectionId, error, anyModels }: PaneModel): ModelProblem {
  if (error) return listProblem(error, connectionId)
  if (modelId !== null) return { words: null, next: 'model' }
  return anyModels
    ? { words: 'No model selected. Choose one above.', next: 'model' }
    : { words: 'No connected provider has a chat model. Connect one.', next: 'connect' }
}

function listProblem(error: Error, connectionId: string | null): ModelProblem {
  const target = targetOf(connectionId)
  const name = target?.name ?? 'this connection'
  const begin = `Couldn’t load models from ${name}.`
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

const ModelFileLine = lazyPart(
  () => import('#app/chat/model-files/model-file-status.tsx').then((module) => module.ModelFileLine),
  { missing: null },
)

interface MissingModelProps {
  modelId: string | null
  connectionId: string | null
  /** Why the connection's models couldn't be loaded, or null. */
  error: Error | null
  onChoose: (id: string) => void
}

/** Explains why the pane has no known model, with the next step: retry, settings, or a similar model. */
export function MissingModel({ modelId, connectionId, error, onChoose }: MissingModelProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const noKey = useStore(connection, ({ key, refused }) => key === null || refused)
  const { data: others = [] } = useQuery(otherModelsQuery())
  const query = connectionId === null ? modelsQuery() : connectionModelsQuery(connectionId)
  const known = client.getQueryData(query.queryKey) ?? []
  // The notice above every page already asks for a key.
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
          ) : next === 'connect' ? (
            <ConnectButton size="small" />
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
            Model <bdi>{modelId}</bdi> not found. Choose another one above.
          </>
        )}
      </Notice>
    </div>
  )
}

interface PaneModelNoticeProps {
  model: Model
  connectionId: string | null
  /** Opens the model picker. */
  onChooseAnother: () => void
}

/** Explains before sending why the pane's model can't be called. Says of a model in a file what it does now. */
export function PaneModelNotice({ model, connectionId, onChooseAnother }: PaneModelNoticeProps) {
  if (targetOf(connectionId)?.apiBase === browserBaseUrl) return <ModelFileLine modelId={model.id} />
  if (model.status === 'active') return null
  return (
    <div className="px-4 pt-3">
      <WhyNotCallable model={model} onChooseAnother={onChooseAnother} />
    </div>
  )
}
