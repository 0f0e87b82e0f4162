import type { Model } from '#contract/model.ts'
import { Combobox } from '#app/ui/combobox.tsx'
import type { ComboboxOption } from '#app/ui/combobox-option.ts'

interface ModelPickerProps {
  label: string
  models: readonly Model[]
  modelId: string | null
  onChange: (id: string) => void
}

/** Chooses the model that answers. Models that can be called now come first. */
export function ModelPicker({ label, models, modelId, onChange }: ModelPickerProps) {
  const options = textModels(models).map(optionOf)
  const chosen = modelId === null ? null : options.find((option) => option.value === modelId)
  return (
    <Combobox
      label={label}
      options={options}
      // An id that the list does not have still shows: it came with the address, and the person must see what it says.
      value={chosen === undefined ? { value: modelId ?? '', label: modelId ?? '' } : chosen}
      onChange={onChange}
      placeholder="Choose a model"
      emptyText="No model matches. Try a part of its name or id."
    />
  )
}

/** The models that can hold a conversation, callable ones first, otherwise in the service's order. */
export function textModels(models: readonly Model[]): Model[] {
  const text = models.filter((model) => model.model_type === 'text_generation')
  return [...text.filter(isActive), ...text.filter((model) => !isActive(model))]
}

function isActive(model: Model): boolean {
  return model.status === 'active'
}

function optionOf(model: Model): ComboboxOption {
  return {
    value: model.id,
    label: model.name,
    detail: model.id,
    ...(!isActive(model) && { note: model.status === 'pending' ? 'Not ready' : 'Inactive' }),
  }
}
