import type { Model } from '#contract/model.ts'
import { isCallable } from '#app/models/is-callable.ts'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus-content.ts'
import { AddModel } from './add-model.tsx'

/** How many make a first comparison. */
const first = 3

/** What stands here before there is anything to compare: what will, and two ways to begin. */
export function FirstModels({ models, onIds }: { models: readonly Model[]; onIds: (ids: string[]) => void }) {
  const begin = (ids: string[]) => {
    onIds(ids)
    focusContent()
  }
  const suggested = models.filter(isCallable).slice(0, first)
  return (
    <div className="grid max-w-[60ch] content-start gap-4 px-4 pt-[6vh] md:px-5">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold text-balance">Put models side by side</h2>
        <p className="text-md text-text-muted">
          Up to eight, every field a row: what they can do, how much they hold, what they cost, and what your workload
          would cost on each. The address holds the comparison, so it can be shared.
        </p>
      </div>
      <AddModel models={models} chosen={[]} onAdd={(id) => begin([id])} />
      {suggested.length > 1 && (
        <div>
          <Button onClick={() => begin(suggested.map(({ id }) => id))}>
            Start with {suggested.map(({ name }) => name).join(', ')}
          </Button>
        </div>
      )}
    </div>
  )
}
