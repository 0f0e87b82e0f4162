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

/** Names a model of a connection: the bare id for those of the service that served this page. */
function optionValue(modelId: string, connectionId: string | null): string {
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

interface ModelPickerProps {
  label: string
  /** Those of the service that served this page; the others' are read here. */
  models: readonly Model[]
  modelId: string | null
  connectionId: string | null
  onChange: (id: string, connectionId: string | null) => void
}

/** Chooses the model that answers, among those of every connection. Models that can be called now come first. */
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
      // An id that the list does not have still shows: it came with the address, and the person must see what it says.
      value={chosen === undefined ? { value, label: modelId ?? '' } : chosen}
      onChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onChange(option.modelId, option.connectionId)
      }}
      placeholder="Choose a model"
      emptyText="No model matches. Try a part of its name or id."
    />
  )
}
