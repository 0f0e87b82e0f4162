import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PassRates } from '#app/data/experiments/pass-rates.ts'
import { isPassName } from '#app/features/catalogue/query/pass-names.ts'
import type { CatalogueView, ChangeView, SortKey } from '#app/features/catalogue/query/catalogue-view.ts'
import { pressHeading } from '#app/features/catalogue/query/sort-models.ts'
import { usualMetricOf } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { observeSize, useMedia } from '#app/ui/media.ts'
import type { Model, ModelType } from '#contract/model.ts'
import { type ColumnName, columnOf, columns, columnsFor, headingOf, layoutOf } from './columns.tsx'
import { useGridFocus } from './grid-focus.ts'
import { ModelCard } from './model-card.tsx'
import { DemoRow } from './demo-row.tsx'
import { ModelRow } from './model-row.tsx'
import { type ModelActions, runRowAction } from './row-actions.tsx'
import { RowHints, figureHint } from './row-hints.tsx'

interface TableHeadProps {
  names: readonly ColumnName[]
  /** The type filter, which decides the price heading. */
  types: readonly ModelType[]
  sort: readonly SortKey[]
  change: ChangeView
  passRates: PassRates
}

/** The column headings: a click sorts by one, with Shift by one more. */
function TableHead({ names, types, sort, change, passRates }: TableHeadProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid-cols-(--catalogue-columns) grid h-9 items-center border-b border-line-strong pr-3 text-xs text-text-muted"
    >
      {names.map((name) => {
        const place = sort.findIndex(({ column }) => column === name)
        const key = sort[place]
        const { isFigure } = columnOf(name)
        const heading = headingOf(name, types, passRates)
        const Arrow = key?.descending === true ? ArrowDown : ArrowUp
        return (
          <div
            key={name}
            role="columnheader"
            aria-sort={key ? (key.descending ? 'descending' : 'ascending') : 'none'}
            className={`flex min-w-0 ${isFigure ? 'justify-end' : ''} ${name === 'name' ? 'sticky left-0 z-1 h-full items-center bg-surface pl-7.5' : ''}`}
          >
            <button
              type="button"
              title={`${isPassName(name) ? `${heading}. ` : ''}Click to sort. Shift+click to add a column to the sort.`}
              onClick={({ shiftKey }) => change((view) => ({ ...view, sort: pressHeading(view.sort, name, shiftKey) }))}
              className={`inline-flex min-h-7 items-center gap-1 rounded-sm pr-1.5 leading-4 font-medium hover:text-text ${key ? 'text-text' : ''} ${isFigure ? 'flex-row-reverse text-end' : 'pl-1.5 whitespace-nowrap'}`}
            >
              <span className="line-clamp-2">{heading}</span>
              {key && <Arrow aria-hidden size={12} className="shrink-0" />}
              {key && sort.length > 1 && <span className="text-text-muted tabular-nums">{place + 1}</span>}
            </button>
          </div>
        )
      })}
      <div role="columnheader">
        <span className="sr-only">Actions</span>
      </div>
    </div>
  )
}

declare module 'react' {
  interface CSSProperties {
    /** The catalogue's `grid-template-columns`. */
    '--catalogue-columns'?: string
  }
}

interface ModelsTableProps {
  models: readonly Model[]
  /** Places in `models`, in the order on screen. */
  places: readonly number[]
  /** How many of the last places are demo models, folded into one group; 0 if they stand among the others. */
  demos: number
  view: CatalogueView
  change: ChangeView
  passRates: PassRates
  workload: Workload
  compared: readonly string[]
  copied: string | null
  actions: ModelActions
  /** The scroll container. */
  scroller: RefObject<HTMLDivElement | null>
  /** Set to a function that moves the focus into the table. */
  enter: RefObject<(() => void) | null>
}

/** Row heights in rem. Fixed, so that the position of any row is known without layout. */
const heights = { roomy: 3.5, dense: 2.25, card: 9.25 } as const
/** The row that opens the group of demo models, in rem. */
const groupHeight = 2.5
/** The least height above the first row on a wide screen, in pixels. */
const aboveRows = 160
/** Up to so many rows are all rendered, for the browser's own search and for screen readers. */
const allUpTo = 40

/** The table of models. Of many rows, only those near the viewport are rendered. */
export const ModelsTable = memo(function ModelsTable(props: ModelsTableProps) {
  const { models, places, demos, view, change, passRates, workload, compared, copied, actions, scroller, enter } = props
  const [isOpen, setIsOpen] = useState(false)
  /** Rows before the group of demo models, whose own row has the next place in the grid. */
  const main = places.length - demos
  const rows = demos === 0 ? main : main + 1 + (isOpen ? demos : 0)
  const isWide = useMedia('(min-width: 48rem)')
  const [now] = useState(() => Date.now())
  // Estimates the visible height, so that the first frame has rows before layout. Buttons and further rows follow.
  const [initialRect] = useState(() => ({ width: innerWidth, height: Math.max(0, innerHeight - aboveRows) }))
  const isWhole = useDeferredValue(true, false)
  // Read once: on every render it would force a style recalculation.
  const [rem] = useState(remInPixels)
  const height = Math.round(heights[isWide ? view.density : 'card'] * rem)
  const headHeight = isWide ? Math.round(2.25 * rem) : 0

  const grid = useGridFocus({
    rows,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1),
    scrollTo: (row) =>
      row < main
        ? virtual.scrollToIndex(row, { align: 'auto' })
        : grid.table.current?.querySelector(`[data-place="${row}"]`)?.scrollIntoView({ block: 'nearest' }),
  })
  const { active } = grid
  // oxlint-disable-next-line react/incompatible-library -- it warns of React's compiler, which this page is not built with
  const virtual = useVirtualizer({
    count: main,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => height, [height]),
    initialRect,
    observeElementRect: observeSize,
    overscan: isWhole ? 6 : 0,
    scrollPaddingStart: headHeight,
    rangeExtractor: useCallback(
      (range) => {
        if (range.count <= allUpTo) return [...Array.from({ length: range.count }).keys()]
        const near = defaultRangeExtractor(range)
        // The focused row stays, or the focus would be lost with it. Demo models are always rendered.
        if (active >= range.count || near.includes(active)) return near
        return [...near, active].toSorted((one, other) => one - other)
      },
      [active],
    ),
  })
  useEffect(() => virtual.measure(), [virtual, height])
  // The group is at the end of the table: its models would open out of view.
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) group.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  useEffect(() => {
    enter.current = grid.enter
  })

  const names = useMemo(() => columnsFor(view.columns, view.type), [view.columns, view.type])
  const priceMetric = usualMetricOf(view.type)
  const { template, narrowest } = layoutOf(names)
  const shared = { height, workload, now }
  const groupPixels = Math.round(groupHeight * rem)
  /** The model in a row of the grid; none in the group's own row. */
  const modelAt = (row: number) => (row === main ? undefined : models[places[row < main ? row : row - 1] ?? -1])
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead between the links and buttons within, whose presses end here */}
      <div
        ref={grid.table}
        role="table"
        aria-label="Models"
        aria-rowcount={rows + 1}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        onBlur={grid.onBlur}
        onClick={(event) => runRowAction(event, actions, (place) => modelAt(place)?.id)}
        className="relative"
        style={isWide ? { '--catalogue-columns': template, minWidth: narrowest } : {}}
      >
        <div role="rowgroup" className={isWide ? 'sticky top-0 z-1 bg-surface' : 'sr-only'}>
          {isWide ? (
            <TableHead names={names} types={view.type} sort={view.sort} {...{ change, passRates }} />
          ) : (
            <CardHead />
          )}
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => rowAt(index, start))}
        </div>
        {demos > 0 && (
          <div
            ref={group}
            role="rowgroup"
            className="relative"
            style={{ height: groupPixels + (isOpen ? demos * height : 0) }}
          >
            <DemoRow
              place={main}
              height={groupPixels}
              count={demos}
              isOpen={isOpen}
              onToggle={() => setIsOpen(!isOpen)}
            />
            {isOpen && Array.from({ length: demos }, (_, at) => rowAt(main + 1 + at, groupPixels + at * height))}
          </div>
        )}
      </div>
      <RowHints table={grid.table} textOf={textOf} />
    </>
  )

  function rowAt(place: number, top: number): ReactNode {
    const model = modelAt(place)
    if (!model) return null
    const row = {
      ...shared,
      model,
      place,
      top,
      isCompared: compared.includes(model.id),
      isCopied: copied === model.id,
    }
    return isWide ? (
      <ModelRow
        key={place}
        {...row}
        isWhole={isWhole}
        columns={names}
        passRates={passRates}
        priceMetric={priceMetric}
        isDense={view.density === 'dense'}
      />
    ) : (
      <ModelCard key={place} {...row} passRates={passRates} columns={names} />
    )
  }

  function textOf(place: number, hint: string) {
    const model = modelAt(place)
    return model ? figureHint(hint, model, workload) : null
  }
})

const cardHeadings = [columns.name.heading, 'Context and prices', 'Costs', columns.can.heading, 'Age', 'Actions']

/** A card labels its own figures; the headings are for screen readers. */
function CardHead() {
  return (
    <div role="row" aria-rowindex={1}>
      {cardHeadings.map((heading) => (
        <span key={heading} role="columnheader">
          {heading}
        </span>
      ))}
    </div>
  )
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
