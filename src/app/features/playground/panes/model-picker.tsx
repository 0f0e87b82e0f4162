import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { thisServerName } from '#app/data/connections/connection-target.ts'
import { connections } from '#app/data/connections/connections.ts'
import { type ConnectionModel, findModel, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { textModels } from '#app/models/text-models.ts'
import { Combobox, type ComboboxOption } from '#app/ui/combobox.tsx'
import type { Model } from '#contract/model.ts'

/** The models of one connection; null is the service that served this page. */
interface ModelsOfConnection {
  connectionId: string | null
  name: string
  models: readonly ConnectionModel[]
}

interface ModelOption extends ComboboxOption {
  modelId: string
  connectionId: string | null
}

/** The option value for a model of a connection. Models of the service that served this page use the plain id. */
function optionValue(modelId: string, connectionId: string | null): string {
  return connectionId === null ? modelId : `${modelId} via ${connectionId}`
}

/**
 * Options for all models of all connections: callable ones first, otherwise in their original order. Names the
 * connection if there are several.
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

interface ModelPickerProps {
  label: string
  /** Models of the service that served this page. Other connections' models are loaded here. */
  models: readonly Model[]
  modelId: string | null
  connectionId: string | null
  onChange: (id: string, connectionId: string | null) => void
}

/** Selects the pane's model from all connections. */
export function ModelPicker({ label, models, modelId, connectionId, onChange }: ModelPickerProps) {
  const revision = useStore(connections, (state) => state.revision)
  const { data: others = [] } = useQuery(otherModelsQuery(revision))
  const all = [{ connectionId: null, name: thisServerName, models }, ...others]
  const options = modelOptions(all)
  const ofConnection = all.find((each) => each.connectionId === connectionId)?.models ?? []
  const shownId = modelId === null ? '' : (findModel(ofConnection, modelId)?.id ?? modelId)
  const value = optionValue(shownId, connectionId)
  const chosen = modelId === null ? null : options.find((option) => option.value === value)
  return (
    <Combobox
      label={label}
      options={options}
      // An unknown id still shows: it came from the URL, and the user must see it.
      value={chosen === undefined ? { value, label: modelId ?? '' } : chosen}
      onChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onChange(option.modelId, option.connectionId)
      }}
      placeholder="Choose a model"
      emptyText="No matches"
    />
  )
}
