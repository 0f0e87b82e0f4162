import type { Model } from '#contract/model.ts'
import { compareLimit } from '#app/models/compare-list.ts'
import { statusLook } from '#app/models/model-words.tsx'
import { Combobox } from '#app/ui/combobox.tsx'

interface AddModelProps {
  models: readonly Model[]
  /** Those that are compared already. */
  chosen: readonly Model[]
  onAdd: (id: string) => void
}

/** Finds one more model to stand beside the others; says so where no more fit. */
export function AddModel({ models, chosen, onAdd }: AddModelProps) {
  if (chosen.length >= compareLimit) {
    return <p className="text-text-muted">{compareLimit} models are as many as fit. Remove one to add another.</p>
  }
  const options = models
    .filter((model) => !chosen.includes(model))
    .map(({ id, name, status }) => ({
      value: id,
      label: name,
      detail: id,
      ...(status !== 'active' && { note: statusLook(status).text }),
    }))
  return (
    <div className="rim w-full md:w-72">
      <Combobox
        label="Add model"
        options={options}
        value={null}
        onChange={onAdd}
        placeholder="Add a model"
        emptyText="No model matches. Try a part of its name or id."
      />
    </div>
  )
}
