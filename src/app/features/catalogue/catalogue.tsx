import { lazy, Suspense, useCallback, useDeferredValue, useRef } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { CatalogueChanges } from '#app/models/catalogue-changes.tsx'
import { compareStore } from '#app/models/compare-list.ts'
import { activeFilters } from './active-filters.ts'
import { BrokenNote } from './broken-note.tsx'
import { CatalogueBar } from './catalogue-bar.tsx'
import type { CatalogueSearch } from './catalogue-search.ts'
import { CompareBar } from './compare-bar.tsx'
import { FacetPanel } from './facet-panel.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ModelsTable } from './models-table.tsx'
import { NothingFound, NothingPublished } from './nothing-found.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { PriceNote } from './price-note.tsx'
import { useDraft } from './use-draft.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useMedia } from './use-media.ts'
import { useModelActions } from './use-model-actions.ts'
import { countWith, useSelection } from './use-selection.ts'
import { useView, type ChangeView } from './use-view.ts'
import { WorkloadBand } from './workload-band.tsx'

const PlotView = lazy(() => import('./plot-view.tsx').then((module) => ({ default: module.PlotView })))

interface CatalogueProps {
  models: readonly Model[]
  search: CatalogueSearch
  onSearch: (search: CatalogueSearch) => void
  onTry: (id: string) => void
}

/** The catalogue once its models are here. */
export function Catalogue({ models, search, onSearch, onTry }: CatalogueProps) {
  const { view, broken, change } = useView(search, onSearch)
  const draft = useDraft(
    view.q,
    useCallback((q: string) => change((before) => ({ ...before, q })), [change]),
  )
  // What is typed shows at once; what it finds follows as soon as the page has the time.
  const query = useDeferredValue(draft.text)
  const shown = useDeferredValue(view)
  const selection = useSelection(models, shown, query)
  const { index, places, counts, workload, months } = selection
  const { actions, copied, copyWords } = useModelActions(onTry)
  const compared = useStore(compareStore, (state) => state.ids)
  const isWide = useMedia('(min-width: 48rem)')
  const scroller = useRef<HTMLDivElement>(null)
  const enter = useRef<(() => void) | null>(null)

  useKeptScroll(scroller, JSON.stringify([query, { ...shown, columns: [], density: '', view: '' }]))

  /** A step that may take away what is typed, too. */
  const clear: ChangeView = (make) => {
    if (make({ ...view, q: draft.text }).q !== draft.text) draft.show('')
    change(make)
  }
  const facets = { view, counts, authors: index.authors, change }

  return (
    <>
      <CatalogueBar
        draft={draft}
        view={view}
        change={change}
        shown={places.length}
        total={models.length}
        onDown={() => enter.current?.()}
        models={() => places.flatMap((place) => models[place] ?? [])}
      />
      {!isWide && <PhoneFilters {...facets} query={query} />}
      <div className="flex min-h-0 flex-1">
        {isWide && (
          <aside
            aria-label="Filters"
            className="w-59 shrink-0 overflow-y-auto border-r border-line p-4 [scrollbar-width:thin]"
          >
            <FacetPanel {...facets} />
          </aside>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CatalogueChanges models={models} />
          <BrokenNote broken={broken} change={change} />
          {models.length > 0 && (
            <WorkloadBand workload={workload}>
              <PriceNote models={models} />
            </WorkloadBand>
          )}
          <FilterChips view={view} query={query} change={clear} />
          {selection.isForgiving && places.length > 0 && (
            <p className="px-4 pt-2.5 text-text-muted md:px-5">
              Nothing has “{query.trim()}” in it. These are spelled nearly so.
            </p>
          )}
          {view.view === 'plot' && places.length > 0 && (
            <Suspense fallback={<div className="h-[46%] min-h-60 shrink-0" />}>
              <PlotView index={index} places={places} axis={view.axis} months={months} change={change} />
            </Suspense>
          )}
          <div ref={scroller} className="mt-1.5 min-h-0 flex-1 overflow-auto overscroll-contain">
            {content()}
          </div>
          <p aria-live="polite" className="sr-only">
            {copyWords}
          </p>
          <CompareBar />
        </div>
      </div>
    </>
  )

  function content() {
    if (models.length === 0) return <NothingPublished />
    if (places.length === 0) {
      const filters = activeFilters(shown, query)
      const left = ({ without }: (typeof filters)[number]) => countWith(index, without({ ...shown, q: query }), months)
      return <NothingFound filters={filters.map((filter) => ({ filter, left: left(filter) }))} change={clear} />
    }
    return (
      <ModelsTable {...{ models, places, change, workload, compared, copied, actions, scroller, enter }} view={shown} />
    )
  }
}
