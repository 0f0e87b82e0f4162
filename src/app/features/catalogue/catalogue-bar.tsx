import type { StoreApi } from 'zustand'
import type { Model } from '#contract/model.ts'
import { CatalogueAge } from '#app/models/catalogue-age.tsx'
import { formatCount } from '#app/ui/format.ts'
import type { CatalogueView } from './catalogue-view.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { SavedViewsPanel } from './saved-views-panel.tsx'
import { SearchBox } from './search-box.tsx'
import type { SearchDraft } from './search-draft.ts'
import type { ChangeView } from './use-view.ts'
import { ViewSwitch } from './view-switch.tsx'

interface CatalogueBarProps {
  draft: StoreApi<SearchDraft>
  view: CatalogueView
  change: ChangeView
  shown: number
  total: number
  /** Leads from the search to what it found. */
  onDown: () => void
  models: () => readonly Model[]
}

/** The head of the catalogue: what is searched, how much was found, and how it is shown. */
export function CatalogueBar({ draft, view, change, shown, total, onDown, models }: CatalogueBarProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 max-md:border-0 max-md:pb-2 md:px-5">
      <h1 className="font-semibold">Models</h1>
      <p role="status" className="order-2 text-text-muted tabular-nums max-md:order-none">
        {formatCount(shown)} of {formatCount(total)} models
      </p>
      <div className="flex min-w-0 max-md:order-1 max-md:w-full md:order-1 md:w-80">
        <SearchBox draft={draft} onDown={onDown} />
      </div>
      <div className="order-3 ml-auto flex flex-wrap items-center gap-2 max-md:order-none">
        <span className="contents max-md:hidden">
          <CatalogueAge />
          <ViewSwitch view={view} change={change} />
          <ColumnsPanel view={view} change={change} />
        </span>
        <SavedViewsPanel view={view} change={change} />
        <ExportPanel count={shown} models={models} />
      </div>
    </header>
  )
}
