import type { Model } from '#contract/model.ts'
import { compareLimit } from '#app/models/compare-list.ts'
import { statusLook } from '#app/models/model-words.tsx'
import { Combobox } from '#app/ui/combobox.tsx'

interface AddModelProps {
  models: readonly Model[]
  /** The models in the comparison. */
  chosen: readonly Model[]
  onAdd: (id: string) => void
}

/** Adds a model to the comparison; says so when it is full. */
export function AddModel({ models, chosen, onAdd }: AddModelProps) {
  if (chosen.length >= compareLimit) {
    return <p className="text-text-muted">You can compare up to {compareLimit} models. Remove one to add another.</p>
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
        emptyText="No matches"
      />
    </div>
  )
}
