import type { Model, ModelType } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import { typeWords } from '#app/models/model-words.ts'

interface TypeFacetProps {
  models: readonly Model[]
  chosen: readonly ModelType[]
  onToggle: (type: ModelType) => void
}

/** Which types to show, each with how many models it has. */
export function TypeFacet({ models, chosen, onToggle }: TypeFacetProps) {
  return (
    <fieldset className="grid gap-x-6 gap-y-0.5 max-md:grid-cols-2">
      <legend className="label mb-1.5">Type</legend>
      {modelTypes.map((type) => (
        <label key={type} className="flex min-h-7 items-center gap-2 rounded-md hover:text-text">
          <input
            type="checkbox"
            className="size-3.75"
            checked={chosen.includes(type)}
            onChange={() => onToggle(type)}
          />
          <span>{typeWords[type]}</span>
          <span className="ml-auto text-xs text-text-muted tabular-nums">
            {models.filter((model) => model.model_type === type).length}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
