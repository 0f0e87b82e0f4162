import {
  type RefObject,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { CatalogueChanges } from '#app/models/catalogue-changes.tsx'
import { compareStore } from '#app/models/compare-list.ts'
import { IgnoredNote } from '#app/models/load-problem.tsx'
import { sourceWords } from '#app/models/model-words.tsx'
import { WorkloadLine } from '#app/models/workload-panel.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { useMedia } from '#app/ui/media.ts'
import type { Model } from '#contract/model.ts'
import { CatalogueBar } from './catalogue-bar.tsx'
import { CompareBar } from './compare-bar.tsx'
import { FacetPanel } from './facets/facet-panel.tsx'
import { type ListName, lists } from './facets/facets.ts'
import { FilterChips, activeFilters } from './facets/filter-chips.tsx'
import { PhoneFilters } from './facets/phone-filters.tsx'
import { NothingFound, NothingPublished } from './nothing-found.tsx'
import type { CatalogueSearch, OnSearch } from './query/catalogue-search.ts'
import { type ChangeView, useView } from './query/catalogue-view.ts'
import { countDeprecated } from './query/model-index.ts'
import { createSearchDraft } from './query/search-draft.ts'
import { countWith, useSelection } from './query/select-models.ts'
import { ModelsTable } from './table/models-table.tsx'
import { useModelActions } from './table/row-actions.tsx'

/** The scroll position of each list when it was last left, in pixels. */
const scrollPositions = new Map<string, number>()

/** A new list starts at the top; one that is opened again starts where it was left. */
function useScrollRestoration(scroller: RefObject<HTMLElement | null>, list: string): void {
  const shown = useRef(list)
  useLayoutEffect(() => {
    const element = scroller.current
    const top = scrollPositions.get(shown.current) ?? 0
    // Scrolling forces a layout, even to the current position.
    if (top > 0) element?.scrollTo(0, top)
    return () => {
      if (element) scrollPositions.set(shown.current, element.scrollTop)
    }
  }, [scroller])
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    // As above.
    if (scroller.current && scroller.current.scrollTop > 0) scroller.current.scrollTo(0, 0)
  }, [scroller, list])
}

/** The sources of the prices on the page, with their dates. */
function PriceNote({ models }: { models: readonly Model[] }) {
  const words = useMemo(() => priceNoteOf(models), [models])
  if (words === '') return null
  // Cut off if the line is full: each price has its own source in its tooltip.
  return (
    <span title={words} className="min-w-0 flex-1 truncate text-xs text-text-muted max-md:hidden">
      {words}
    </span>
  )
}

function priceNoteOf(models: readonly Model[]): string {
  const latest = new Map<string, string>()
  let others = 0
  for (const { pricing, pricing_source: source } of models) {
    if (source && source.date > (latest.get(source.name) ?? '')) latest.set(source.name, source.date)
    if (!source && pricing.length > 0) others += 1
  }
  const named = [...latest].map(([name, date]) => sourceWords({ name, date }))
  if (named.length === 0) return others === 0 ? '' : 'Prices: from providers'
  return `Prices: ${named.join('; ')}${others === 0 ? '' : '; others from their providers'}`
}

/** The workload that costs are estimated for, and the source of the prices. */
const WorkloadBand = memo(function WorkloadBand({ models }: { models: readonly Model[] }) {
  return (
    <div className="mx-4 mt-2.5 md:mx-5">
      <WorkloadLine>
        <PriceNote models={models} />
      </WorkloadLine>
    </div>
  )
})

const PlotView = lazyPart(() => import('./plot/plot-view.tsx').then((module) => module.PlotView), {
  loading: () => <div className="h-[46%] min-h-60 shrink-0" />,
})

interface CatalogueProps {
  models: readonly Model[]
  search: CatalogueSearch
  onSearch: OnSearch
  onTry: (id: string) => void
}

/** The catalogue with its models loaded. */
export function CatalogueBody({ models, search, onSearch, onTry }: CatalogueProps) {
  const isListed = useCallback(
    (name: ListName, value: string) => models.some((model) => lists[name].of(model) === value),
    [models],
  )
  const { view, ignored, dismiss, change } = useView(search, onSearch, isListed)
  const [draft] = useState(() => createSearchDraft(view.q, (q) => change((before) => ({ ...before, q }))))
  // The router owns the URL; the search box follows it.
  useEffect(() => draft.getState().sync(view.q), [draft, view.q])
  const query = useStore(draft, (state) => state.query)
  const shown = useDeferredValue(view)
  const selection = useSelection(models, shown, query)
  // The number of models is updated at once; rows and facets follow when React has time.
  const settled = useDeferredValue(selection)
  const { index, places, counts, workload, costs } = settled
  const { actions, copied, outcome } = useModelActions(onTry)
  const compared = useStore(compareStore, (state) => state.ids)
  const isWide = useMedia('(min-width: 48rem)')
  // The rows are rendered first, the filters right after them.
  const hasFilters = useDeferredValue(true, false)
  const scroller = useRef<HTMLDivElement>(null)
  const enter = useRef<(() => void) | null>(null)

  useScrollRestoration(
    scroller,
    JSON.stringify([settled.query, { ...settled.view, columns: [], density: '', view: '' }]),
  )

  /** Changes the view, and also clears a pending search text if the change does. */
  const clear = useCallback<ChangeView>(
    (make) => {
      const { text, replace: show } = draft.getState()
      change((before) => {
        if (make({ ...before, q: text }).q !== text) show('')
        return make(before)
      })
    },
    [draft, change],
  )
  const facets = { view, counts, values: index.values, change }

  return (
    <>
      <CatalogueBar
        draft={draft}
        view={view}
        change={change}
        shown={selection.places.length}
        total={view.deprecated ? models.length : models.length - countDeprecated(index)}
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
          {settled.isFuzzy && places.length > 0 && (
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
