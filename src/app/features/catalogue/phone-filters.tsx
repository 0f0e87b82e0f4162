import { SlidersHorizontal } from 'lucide-react'
import { Sheet } from '#app/ui/sheet.tsx'
import { activeFilters } from './active-filters.ts'
import type { CatalogueView } from './catalogue-view.ts'
import type { FacetCounts } from './facet-counts.ts'
import { FacetGroup } from './facet-group.tsx'
import { FacetPanel } from './facet-panel.tsx'
import { facetTitles, toggleValue, valuesOf } from './facets.ts'
import { SortPicker } from './sort-picker.tsx'
import type { ChangeView } from './use-view.ts'
import { ViewSwitch } from './view-switch.tsx'

interface PhoneFiltersProps {
  view: CatalogueView
  query: string
  counts: FacetCounts
  makers: readonly string[]
  change: ChangeView
}

/** On a small screen: the types at hand, everything else in a sheet. */
export function PhoneFilters({ view, query, ...facets }: PhoneFiltersProps) {
  const { counts, change } = facets
  const active = activeFilters(view, query).length
  return (
    <div className="grid gap-2 border-b border-line pb-2.5">
      <FacetGroup
        inLine
        title={facetTitles.type}
        values={valuesOf('type', [])}
        chosen={view.type}
        counts={counts.type}
        onToggle={(value) => change((before) => toggleValue(before, 'type', value))}
      />
      <div className="flex min-w-0 items-center gap-2 px-4">
        <Sheet
          title="Filters"
          trigger={
            <>
              <SlidersHorizontal aria-hidden size={16} />
              {active === 0 ? 'Filters' : `Filters, ${active} on`}
            </>
          }
        >
          <FacetPanel view={view} {...facets} without="type" />
        </Sheet>
        <SortPicker view={view} change={change} />
        <ViewSwitch view={view} change={change} />
      </div>
    </div>
  )
}
