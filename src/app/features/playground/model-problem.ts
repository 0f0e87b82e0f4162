import { targetOf } from '#app/data/connection-target.ts'
import { explainFailure } from '#app/data/explain-failure.ts'
import { ServiceFailure } from '#app/data/service-failure.ts'

/** Why it is not known what model answers in a pane, and where a person goes from there. */
export interface ModelProblem {
  /** Null where the list does not have the model: that sentence has its id in it. */
  words: string | null
  next: 'again' | 'settings' | 'model'
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
  if (!(error instanceof ServiceFailure)) return { words: `${begin} Try again.`, next: 'again' }
  const { what, cure, next } = explainFailure(
    error,
    target && {
      name: target.name,
      apiBase: target.apiBase,
      keyed: target.key !== null,
      pageOrigin: location.origin,
      isThisServer: connectionId === null,
    },
  )
  const words = [begin, what, cure].filter((each) => each !== null).join(' ')
  return { words, next: next === 'key' || next === 'connection' ? 'settings' : next }
}
