import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { CatalogueChanges } from '#app/models/catalogue-changes.tsx'
import { IgnoredNote } from '#app/models/ignored-note.tsx'
import { isKnownMaker, makerOf } from '#app/models/makers.ts'
import { compareStore } from '#app/models/compare-list.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { activeFilters } from './active-filters.ts'
import { CatalogueBar } from './catalogue-bar.tsx'
import type { CatalogueSearch } from './catalogue-search.ts'
import { CompareBar } from './compare-bar.tsx'
import { FacetPanel } from './facet-panel.tsx'
import { FilterChips } from './filter-chips.tsx'
import { deprecatedOf } from './model-index.ts'
import { ModelsTable } from './models-table.tsx'
import { NothingFound, NothingPublished } from './nothing-found.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { createSearchDraft } from './search-draft.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { useMedia } from './use-media.ts'
import { useModelActions } from './use-model-actions.ts'
import { countWith, useSelection } from './use-selection.ts'
import { useView, type ChangeView, type OnSearch } from './use-view.ts'
import { WorkloadBand } from './workload-band.tsx'

const PlotView = lazyPart(() => import('./plot-view.tsx').then((module) => module.PlotView), {
  loading: () => <div className="h-[46%] min-h-60 shrink-0" />,
})

interface CatalogueProps {
  models: readonly Model[]
  search: CatalogueSearch
  onSearch: OnSearch
  onTry: (id: string) => void
}

/** The catalogue once its models are here. */
export function Catalogue({ models, search, onSearch, onTry }: CatalogueProps) {
  // A maker of whom no model is listed here now may be there again tomorrow; any other is none.
  const isMaker = useCallback(
    (key: string) => isKnownMaker(key) || models.some((model) => makerOf(model) === key),
    [models],
  )
  const { view, ignored, dismiss, change } = useView(search, onSearch, isMaker)
  const [draft] = useState(() => createSearchDraft(view.q, (q) => change((before) => ({ ...before, q }))))
  // The address is the router's; the box stays in step with it.
  useEffect(() => draft.getState().follow(view.q), [draft, view.q])
  const query = useStore(draft, (state) => state.query)
  const shown = useDeferredValue(view)
  const selection = useSelection(models, shown, query)
  // How many there are is said at once; the rows and the facets follow as soon as the page has the time.
  const settled = useDeferredValue(selection)
  const { index, places, counts, workload, costs } = settled
  const { actions, copied, outcome } = useModelActions(onTry)
  const compared = useStore(compareStore, (state) => state.ids)
  const isWide = useMedia('(min-width: 48rem)')
  // The rows are what one comes for: what they can be narrowed by is drawn right after them.
  const hasFilters = useDeferredValue(true, false)
  const scroller = useRef<HTMLDivElement>(null)
  const enter = useRef<(() => void) | null>(null)

  useKeptScroll(scroller, JSON.stringify([settled.query, { ...settled.view, columns: [], density: '', view: '' }]))

  /** A step that may take away what is typed, too. */
  const clear = useCallback<ChangeView>(
    (make) => {
      const { text, show } = draft.getState()
      change((before) => {
        if (make({ ...before, q: text }).q !== text) show('')
        return make(before)
      })
    },
    [draft, change],
  )
  const facets = { view, counts, makers: index.makers, change }

  return (
    <>
      <CatalogueBar
        draft={draft}
        view={view}
        change={change}
        shown={selection.places.length}
        total={view.deprecated ? models.length : models.length - deprecatedOf(index)}
        onDown={() => enter.current?.()}
        models={() => selection.places.flatMap((place) => models[place] ?? [])}
      />
      {!isWide && <PhoneFilters {...facets} query={settled.query} />}
      <div className="flex min-h-0 flex-1">
        {isWide && (
          <aside
            aria-label="Filters"
            className="w-59 shrink-0 overflow-y-auto border-r border-line p-4 [scrollbar-width:thin]"
          >
            {hasFilters && <FacetPanel {...facets} />}
          </aside>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CatalogueChanges models={models} />
          <div className="px-4 pt-2.5 empty:hidden md:px-5">
            <IgnoredNote ignored={ignored} onDismiss={dismiss} />
          </div>
          {models.length > 0 && <WorkloadBand models={models} />}
          <FilterChips view={view} query={settled.query} change={clear} />
          {settled.isForgiving && places.length > 0 && (
            <p className="px-4 pt-2.5 text-text-muted md:px-5">
              No exact match for “<bdi>{settled.query.trim()}</bdi>”. Close matches:
            </p>
          )}
          {view.view === 'plot' && places.length > 0 && (
            <PlotView index={index} places={places} axis={view.axis} costs={costs} change={change} />
          )}
          <div ref={scroller} className="mt-1.5 min-h-0 flex-1 overflow-auto overscroll-contain">
            {content()}
          </div>
          <p
            aria-live="polite"
            className={outcome?.isProblem === true ? 'border-t border-line px-4 py-2 wrap-anywhere md:px-5' : 'sr-only'}
          >
            {outcome?.words}
          </p>
          <CompareBar />
        </div>
      </div>
    </>
  )

  function content() {
    if (models.length === 0) return <NothingPublished />
    if (places.length === 0) {
      const { view: asked, query: words } = settled
      const filters = activeFilters(asked, words)
      const left = ({ without }: (typeof filters)[number]) => countWith(index, without({ ...asked, q: words }), costs)
      return (
        <NothingFound
          filters={filters.map((filter) => ({ filter, left: left(filter) }))}
          deprecated={asked.deprecated ? 0 : (counts.deprecated[0] ?? 0)}
          change={clear}
        />
      )
    }
    return (
      <ModelsTable
        {...{ places, change, workload, compared, copied, actions, scroller, enter }}
        models={index.models}
        view={settled.view}
      />
    )
  }
}
