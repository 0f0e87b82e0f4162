import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import { type Definition, type Variant, caseName, variantName } from '#experiments/definition.ts'
import { baselineOf } from '#experiments/summary.ts'
import { type CellBoard, cellName, stateOf } from './cell-board.ts'
import { ResultCell, type ResultView } from './result-cell.tsx'
import type { ResultRow } from './result-rows.ts'
import { useCell } from './use-board.ts'

/** In pixels. */
const rowHeight = 84

/** A cell of the grid by its place; column 0 is the case. */
interface Place {
  row: number
  column: number
}

const moves: Readonly<Record<string, (place: Place, last: Place) => Place>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }) => ({ row: row + 8, column }),
  PageUp: ({ row, column }) => ({ row: row - 8, column }),
  Home: ({ row }) => ({ row, column: 1 }),
  End: ({ row }, last) => ({ row, column: last.column }),
}

interface ResultsGridProps {
  board: CellBoard
  definition: Definition
  rows: readonly ResultRow[]
  view: ResultView
  /** The columns that are shown, in their order. */
  variants: readonly Variant[]
  columnActions: (variant: Variant) => readonly MenuItem[]
  /** Opens a cell, at Enter and at a click. */
  onOpen: (row: ResultRow, variantId: string) => void
}

/**
 * Cases by variants, as an ARIA grid with one tab stop: arrows move, Enter opens. Only the rows in view are drawn, and each
 * cell draws itself when it changes.
 */
export function ResultsGrid({ board, definition, rows, variants, view, columnActions, onOpen }: ResultsGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ row: 0, column: 1 })
  const row = Math.min(active.row, rows.length - 1)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it goes to a memoised component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // The cell with the focus must not leave the page.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(row, 0)])].toSorted((a, b) => a - b),
  })
  // Each row is a grid of its own, so the columns line up only if no content widens them.
  const template = {
    gridTemplateColumns: `clamp(6rem, 28vw, 13rem) repeat(${variants.length}, minmax(0, 1fr))`,
    minWidth: `calc(clamp(6rem, 28vw, 13rem) + ${variants.length * 14}rem)`,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = { row: rows.length - 1, column: variants.length }
    const isEdge = (event.ctrlKey || event.metaKey) && (event.key === 'Home' || event.key === 'End')
    const next = isEdge
      ? { row: event.key === 'Home' ? 0 : last.row, column: active.column }
      : moves[event.key]?.({ row, column: active.column }, last)
    if (!next) return
    event.preventDefault()
    const place = {
      row: Math.min(Math.max(next.row, 0), last.row),
      column: Math.min(Math.max(next.column, 1), last.column),
    }
    setActive(place)
    virtualizer.scrollToIndex(place.row)
    focusPlace(scroller.current, place)
  }
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Results"
      aria-rowcount={rows.length + 1}
      aria-colcount={variants.length + 1}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="rim max-h-[75dvh] min-h-40 overflow-auto rounded-lg"
    >
      <div
        role="row"
        aria-rowindex={1}
        style={template}
        className="sticky top-0 z-2 grid border-b border-line bg-surface-raised"
      >
        <div role="columnheader" className="sticky left-0 z-1 bg-surface-raised px-3 py-2 text-xs text-text-muted">
          Case
        </div>
        {variants.map((variant) => (
          <div
            key={variant.id}
            role="columnheader"
            className="flex min-w-0 items-start border-l border-line py-2 pr-1 pl-3"
          >
            <div className="mr-auto min-w-0">
              <p className="truncate font-medium">
                <bdi>{variantName(variant)}</bdi>
              </p>
              <p className="truncate text-xs text-text-muted">
                {definition.variants.length > 1 && variant === baselineOf(definition) ? 'Baseline' : variant.model}
              </p>
            </div>
            <Menu label={`Column ${variantName(variant)}`} groups={() => [{ items: columnActions(variant) }]}>
              <Ellipsis aria-hidden size={14} />
            </Menu>
          </div>
        ))}
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize(), minWidth: template.minWidth }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const shown = rows[index]
          if (!shown) return null
          const { testCase, number } = shown
          const name = caseName(testCase, number - 1)
          return (
            <div
              key={testCase.id}
              role="row"
              aria-rowindex={index + 2}
              className="absolute inset-x-0 top-0 grid border-b border-line"
              style={{ ...template, height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <div role="rowheader" aria-label={name} className="sticky left-0 z-1 min-w-0 bg-surface px-3 py-2">
                <p className="line-clamp-3 text-xs wrap-anywhere">
                  <bdi>{name}</bdi>
                </p>
              </div>
              {variants.map((variant, at) => (
                <GridCell
                  key={variant.id}
                  board={board}
                  definition={definition}
                  shown={shown}
                  variantId={variant.id}
                  view={view}
                  label={`${name}, ${variantName(variant)}`}
                  place={{ row: index, column: at + 1 }}
                  isActive={index === row && at + 1 === active.column}
                  onActive={setActive}
                  onOpen={onOpen}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Focuses a cell, once it is drawn. */
function focusPlace(grid: HTMLElement | null, { row, column }: Place, attempts = 10): void {
  const cell = grid?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)
  if (cell) cell.focus({ preventScroll: false })
  else if (attempts > 0) requestAnimationFrame(() => focusPlace(grid, { row, column }, attempts - 1))
}

interface GridCellProps extends Pick<ResultsGridProps, 'board' | 'definition' | 'view' | 'onOpen'> {
  shown: ResultRow
  variantId: string
  label: string
  place: Place
  isActive: boolean
  onActive: (place: Place) => void
}

function GridCell({
  board,
  definition,
  shown,
  variantId,
  view,
  label,
  place,
  isActive,
  onActive,
  onOpen,
}: GridCellProps) {
  const id = useId()
  const { testCase } = shown
  const repeats = useCell(board, cellName(testCase.id, variantId))
  const isCached = repeats.length > 0 && repeats.every((each) => each.isCached)
  return (
    <div
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      aria-label={label}
      aria-describedby={id}
      aria-colindex={place.column + 1}
      data-place={`${place.row} ${place.column}`}
      data-state={stateOf(repeats)}
      data-cached={isCached ? '' : undefined}
      onFocus={() => onActive(place)}
      onClick={() => onOpen(shown, variantId)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onOpen(shown, variantId)
      }}
      className="min-w-0 cursor-default border-l border-line -outline-offset-2 hover:bg-tint"
    >
      <ResultCell
        board={board}
        definition={definition}
        testCase={testCase}
        variantId={variantId}
        view={view}
        descriptionId={id}
      />
    </div>
  )
}
