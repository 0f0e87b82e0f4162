import { SlidersHorizontal } from 'lucide-react'
import { ViewSwitch } from '#app/features/catalogue/catalogue-bar.tsx'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import { columnNames, isColumnName, wordsOf } from '#app/features/catalogue/table/columns.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { FacetGroup, FacetPanel, type FacetPanelProps } from './facet-panel.tsx'
import { listNames, lists } from './facets.ts'
import { activeFilters } from './filter-chips.tsx'

/** Sorts the cards, which have no headings to press. */
function SortPicker({ view, change }: { view: CatalogueView; change: ChangeView }) {
  const [first] = view.sort
  return (
    <label className="rim flex h-8 min-w-0 flex-1 items-center px-2">
      <span className="sr-only">Sort by</span>
      <select
        value={first ? (first.descending ? '-' : '') + first.column : ''}
        onChange={({ target }) => {
          const column = target.value.replace(/^-/u, '')
          const sort = isColumnName(column) ? [{ column, descending: target.value.startsWith('-') }] : []
          change((before) => ({ ...before, sort }))
        }}
        className="w-full min-w-0 bg-transparent text-sm outline-none [&>option]:bg-surface-raised [&>option]:text-text"
      >
        <option value="">Ready first</option>
        {columnNames.flatMap((name) => [
          <option key={name} value={name}>
            {wordsOf(name, view.type)} ↑
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {wordsOf(name, view.type)} ↓
          </option>,
        ])}
      </select>
    </label>
  )
}

/** On a small screen: one facet and the order above the table, all other filters in a sheet. */
export function PhoneFilters({ query, ...facets }: FacetPanelProps & { query: string }) {
  const { view, change } = facets
  const active = activeFilters(view, query).length
  return (
    <div className="grid gap-2 border-b border-line pb-2.5">
      {listNames
        .filter((name) => lists[name].isInPhoneBar)
        .map((name) => (
          <FacetGroup key={name} inLine name={name} {...facets} />
        ))}
      <div className="flex min-w-0 items-center gap-2 px-4">
        <Sheet
          title="Filters"
          trigger={
            <>
              <SlidersHorizontal aria-hidden size={16} />
              {active === 0 ? 'Filters' : `Filters (${active})`}
            </>
          }
        >
          <FacetPanel hasPhoneBar {...facets} />
        </Sheet>
        <SortPicker view={view} change={change} />
        <ViewSwitch view={view} change={change} />
      </div>
    </div>
  )
}
