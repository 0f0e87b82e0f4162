import type { Model } from '#contract/model.ts'
import { textModels } from '#app/models/text-models.ts'
import type { ComboboxOption } from '#app/ui/combobox.tsx'

/** The models of one connection; null is the service that served this page. */
interface ModelsOfConnection {
  connectionId: string | null
  name: string
  models: readonly Model[]
}

interface ModelOption extends ComboboxOption {
  modelId: string
  connectionId: string | null
}

/** Names a model of a connection: the bare id for those of the service that served this page. */
export function optionValue(modelId: string, connectionId: string | null): string {
  return connectionId === null ? modelId : `${modelId} via ${connectionId}`
}

/**
 * What one can choose among, one option per model and connection: those that can be called now first, otherwise in the
 * order of the connections and their own. Whose they are is said where there is more than one connection.
 */
export function modelOptions(all: readonly ModelsOfConnection[]): ModelOption[] {
  const options = all.flatMap(({ connectionId, name, models }) =>
    textModels(models).map((model) => {
      const note = [noteOf(model), ...(all.length > 1 ? [`via ${name}`] : [])].filter(Boolean).join(', ')
      const option = {
        value: optionValue(model.id, connectionId),
        modelId: model.id,
        connectionId,
        label: model.name,
        detail: model.id,
        ...(note !== '' && { note }),
      }
      return { option, isActive: model.status === 'active' }
    }),
  )
  return options.toSorted((one, other) => Number(other.isActive) - Number(one.isActive)).map(({ option }) => option)
}

function noteOf({ status }: Model): string {
  return status === 'active' ? '' : status === 'pending' ? 'Not ready' : 'Inactive'
}
