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
import { CatalogueAge, IgnoredNote } from '#app/models/load-problem.tsx'
import { sourceWords } from '#app/models/model-words.tsx'
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
import { countDemosAtEnd } from './query/sort-models.ts'
import { ModelsTable } from './table/models-table.tsx'
import { TableFooter } from './table/table-footer.tsx'
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

/** When the list was read, and the sources of its prices with their dates. */
const ListNote = memo(function ListNote({ models }: { models: readonly Model[] }) {
  const words = useMemo(() => priceNoteOf(models), [models])
  return (
    <div className="grid gap-1">
      <CatalogueAge />
      {words !== '' && <p className="text-xs text-text-muted">{words}</p>}
    </div>
  )
})

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

const PlotView = lazyPart(() => import('./plot/plot-view.tsx').then((module) => module.PlotView), {
  loading: () => <div className="h-1/2 min-h-64 shrink-0" />,
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
  const { view, passRates, ignored, dismiss, change } = useView(search, onSearch, isListed)
  const [draft] = useState(() => createSearchDraft(view.q, (q) => change((before) => ({ ...before, q }))))
  // The router owns the URL; the search box follows it.
  useEffect(() => draft.getState().sync(view.q), [draft, view.q])
  const query = useStore(draft, (state) => state.query)
  const shown = useDeferredValue(view)
  const selection = useSelection(models, shown, query, passRates)
  // The number of models is updated at once; rows and facets follow when React has time.
  const settled = useDeferredValue(selection)
  const { index, places, counts, workload, costs } = settled
  const { actions, copied, outcome } = useModelActions(onTry)
  const compared = useStore(compareStore, (state) => state.ids)
  const isWide = useMedia('(min-width: 48rem)')
  // The rows are rendered first, the filters right after them.
  const hasFilters = useDeferredValue(true, false)
  // A search or a chosen order shows demo models where they belong in it.
  const isFolding = settled.view.sort.length === 0 && settled.query.trim() === ''
  const demos = useMemo(() => (isFolding ? countDemosAtEnd(models, places) : 0), [isFolding, models, places])
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
      {!isWide && (
        <PhoneFilters {...facets} query={settled.query}>
          <ListNote models={models} />
        </PhoneFilters>
      )}
      <div className="flex min-h-0 flex-1">
        {isWide && (
          <aside aria-label="Filters" className="flex w-59 shrink-0 flex-col border-r border-line">
            <div className="min-h-0 flex-1 overflow-y-auto p-4 [scrollbar-width:thin]">
              {hasFilters && <FacetPanel {...facets} />}
            </div>
            {hasFilters && (
              <div className="border-t border-line px-4 py-2">
                <ListNote models={models} />
              </div>
            )}
          </aside>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CatalogueChanges models={models} />
          <div className="px-4 py-2 empty:hidden md:px-5">
            <IgnoredNote ignored={ignored} onDismiss={dismiss} />
          </div>
          <FilterChips view={view} query={settled.query} change={clear} />
          {settled.isFuzzy && places.length > 0 && (
            <p className="px-4 pt-2.5 text-text-muted md:px-5">
              No exact match for “<bdi>{settled.query.trim()}</bdi>”. Close matches:
            </p>
          )}
          {view.view === 'plot' && places.length > 0 && (
            <PlotView
              index={index}
              places={places}
              types={settled.view.type}
              axis={view.axis}
              yAxis={view.yAxis}
              costs={costs}
              change={change}
            />
          )}
          <div ref={scroller} className="min-h-0 flex-1 overflow-auto overscroll-contain">
            {content()}
          </div>
          <p
            aria-live="polite"
            className={outcome?.isProblem === true ? 'border-t border-line px-4 py-2 wrap-anywhere md:px-5' : 'sr-only'}
          >
            {outcome?.words}
          </p>
          <CompareBar />
          {isWide && <TableFooter isWhole={hasFilters} />}
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
        {...{ places, demos, change, passRates, workload, compared, copied, actions, scroller, enter }}
        models={index.models}
        view={settled.view}
      />
    )
  }
}
