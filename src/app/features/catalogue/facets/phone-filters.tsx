import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ViewSwitch } from '#app/features/catalogue/catalogue-bar.tsx'
import type { CatalogueView, ChangeView } from '#app/features/catalogue/query/catalogue-view.ts'
import { passNamesIn, usePassRates } from '#app/features/catalogue/query/pass-names.ts'
import { type ColumnName, columnNames, isColumnName, wordsOf } from '#app/features/catalogue/table/columns.tsx'
import { WorkloadLine } from '#app/models/workload-panel.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Select } from '#app/ui/select.tsx'
import { FacetPanel, type FacetPanelProps } from './facet-panel.tsx'
import { activeFilters } from './filter-chips.tsx'

/** Sorts the cards, which have no headings to press. */
function SortPicker({ view, change }: { view: CatalogueView; change: ChangeView }) {
  const [first] = view.sort
  const [isChoosing, setIsChoosing] = useState(false)
  const { passRates } = usePassRates(isChoosing)
  const names: ColumnName[] = [...columnNames, ...passNamesIn(passRates)]
  return (
    <label className="flex min-w-0 flex-1">
      <span className="sr-only">Sort by</span>
      <Select
        onPointerEnter={() => setIsChoosing(true)}
        onFocus={() => setIsChoosing(true)}
        value={first ? (first.descending ? '-' : '') + first.column : ''}
        onChange={({ target }) => {
          const column = target.value.replace(/^-/u, '')
          const sort = isColumnName(column) ? [{ column, descending: target.value.startsWith('-') }] : []
          change((before) => ({ ...before, sort }))
        }}
        className="flex-1"
      >
        <option value="">Connected first</option>
        {names.flatMap((name) => [
          <option key={name} value={name}>
            {wordsOf(name, view.type, passRates)} ↑
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {wordsOf(name, view.type, passRates)} ↓
          </option>,
        ])}
      </Select>
    </label>
  )
}

interface PhoneFiltersProps extends FacetPanelProps {
  query: string
  /** At the end of the sheet. */
  children: ReactNode
}

/** On a small screen: the order and the view in one row, and the filters and the workload in a sheet. */
export function PhoneFilters({ query, children, ...facets }: PhoneFiltersProps) {
  const { view, change } = facets
  const active = activeFilters(view, query).length
  return (
    <div className="flex min-w-0 items-center gap-2 border-b border-line px-4 pb-2">
      <Sheet
        title="Filters"
        trigger={
          <>
            <SlidersHorizontal aria-hidden size={16} />
            {active === 0 ? 'Filters' : `Filters (${active})`}
          </>
        }
      >
        <div className="grid gap-5">
          <WorkloadLine narrow />
          <FacetPanel {...facets} />
          {children}
        </div>
      </Sheet>
      <SortPicker view={view} change={change} />
      <ViewSwitch view={view} change={change} />
    </div>
  )
}
