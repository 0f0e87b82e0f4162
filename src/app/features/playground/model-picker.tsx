import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { otherModelsQuery } from '#app/data/connection-models.ts'
import { thisServerName } from '#app/data/connection-target.ts'
import { connections } from '#app/data/connections.ts'
import { Combobox } from '#app/ui/combobox.tsx'
import { modelOptions, optionValue } from './model-options.ts'

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
  const options = modelOptions([{ connectionId: null, name: thisServerName, models }, ...others])
  const value = optionValue(modelId ?? '', connectionId)
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
