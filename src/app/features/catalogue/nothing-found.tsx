import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus.ts'
import { formatCount } from '#app/ui/format.ts'
import { deprecatedLabel } from './facets/facet-table.ts'
import type { ActiveFilter } from './facets/filter-chips.tsx'
import { type CatalogueView, type ChangeView, withoutFilters } from './query/catalogue-view.ts'

interface NothingFoundProps {
  /** The active filters, with how many models there are without each. */
  filters: readonly { filter: ActiveFilter; left: number }[]
  /** How many deprecated models pass the filters. */
  deprecated: number
  change: ChangeView
}

/** No model passes every filter: suggests which one to remove. */
export function NothingFound({ filters, deprecated, change }: NothingFoundProps) {
  const press: ChangeView = (make) => {
    change(make)
    focusContent()
  }
  const helpful = filters
    .filter(({ left }) => left > 0)
    .toSorted((one, other) => one.left - other.left)
    .map(({ filter, left }) => ({ ...filter, left, words: `Without “${filter.words}”` }))
  const steps =
    deprecated === 0
      ? helpful
      : [{ key: 'deprecated', words: deprecatedLabel, left: deprecated, without: withDeprecated }, ...helpful]
  return (
    <div className="grid justify-items-start gap-3 p-4 md:p-5">
      <p className="text-md font-medium">No matches</p>
      {steps.length > 0 ? (
        <ul className="grid gap-1.5">
          {steps.map(({ key, words, left, without }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => press(without)}
                className="rounded-sm py-0.5 text-start text-accent hover:underline"
              >
                <bdi>{words}</bdi>: {formatCount(left)} {left === 1 ? 'model' : 'models'}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-text-muted">Removing one filter isn’t enough. Clear them all to see every model.</p>
      )}
      <Button onClick={() => press(withoutFilters)}>Show all models</Button>
    </div>
  )
}

function withDeprecated(view: CatalogueView): CatalogueView {
  return { ...view, deprecated: true }
}

/** The service has no models at all. */
export function NothingPublished() {
  return (
    <div className="grid gap-1.5 p-4 md:p-5">
      <p className="text-md font-medium">No models</p>
      <p className="max-w-prose text-text-muted">
        {isStaticCopy
          ? 'Add a connection in Settings.'
          : 'Start a local server such as Ollama, or set a provider’s API key and restart Parley.'}
      </p>
    </div>
  )
}
