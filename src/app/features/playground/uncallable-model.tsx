import type { Model } from '#contract/model.ts'
import { WhyNotCallable } from '#app/models/callable.tsx'

interface UncallableModelProps {
  model: Model
  /** Leads to the list of models. */
  onChooseAnother: () => void
}

/** Says before anything is sent that the model of a pane can't be called now, what would change that, and the way on. */
export function UncallableModel({ model, onChooseAnother }: UncallableModelProps) {
  return (
    <div className="px-4 pt-3">
      <WhyNotCallable model={model} onChooseAnother={onChooseAnother} />
    </div>
  )
}
