import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { formatCount } from '#app/ui/format.ts'
import { observeSize, useMedia } from '#app/ui/media.ts'
import { Select } from '#app/ui/select.tsx'
import type { UsageColumn, UsageReport, UsageRow } from '#contract/usage.ts'
import { pressHeading } from './sort-usage.ts'
import {
  type ColumnName,
  columnNames,
  exactWords,
  figureNames,
  figures,
  figureWords,
  isFigureName,
  labelHeadings,
  labelWords,
  unitOf,
  widthOf,
} from './usage-columns.ts'
import { UsageCard } from './usage-card.tsx'
import type { Sort } from './usage-view.ts'

declare module 'react' {
  interface CSSProperties {
    /** The usage table's `grid-template-columns`. */
    '--usage-columns'?: string
  }
}

const labelWidths: Record<UsageColumn, { track: string; least: number }> = {
  day: { track: '10rem', least: 10 },
  model: { track: 'minmax(12rem, 2fr)', least: 12 },
  key: { track: 'minmax(8rem, 1fr)', least: 8 },
}
/** The least width of a figure, in rem. */
const figureWidth = 4.75

/** Heights of rows in rem. Fixed, so that the position of any row is known without layout. */
const heights = { row: 2.25, card: 6.25 } as const
/** Up to so many rows are all rendered, for the browser's own search and for screen readers. */
const allUpTo = 60

interface UsageTableProps {
  /** Sorted. */
  rows: readonly UsageRow[]
  total: UsageReport['total']
  /** The columns that the rows are grouped by. */
  by: readonly UsageColumn[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The table of usage with its totals. Of many rows, only those near the viewport are rendered. */
export function UsageTable({ rows, total, by, sort, onSort }: UsageTableProps) {
  const isWide = useMedia('(min-width: 48rem)')
  const scroller = useRef<HTMLDivElement>(null)
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
  const height = Math.round((isWide ? heights.row : heights.card) * rem)
  const [initialRect] = useState(() => ({ width: innerWidth, height: innerHeight / 2 }))
  // oxlint-disable-next-line react/incompatible-library -- it warns of React's compiler, which this page is not built with
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => height, [height]),
    initialRect,
    observeElementRect: observeSize,
    overscan: rows.length <= allUpTo ? allUpTo : 8,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  // Another order starts at its top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [sort.column, sort.descending])

  const columns: readonly ColumnName[] = [...by, ...figureNames]
  const least = by.reduce((sum, column) => sum + labelWidths[column].least, figureNames.length * figureWidth)
  const tracks = [
    ...by.map((column) => labelWidths[column].track),
    ...figureNames.map((name) => `minmax(0, ${widthOf(name)}fr)`),
  ]
  return (
    <>
      {!isWide && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
      <div
        ref={scroller}
        role="region"
        aria-label="Usage rows"
        tabIndex={0}
        className="max-h-[80dvh] min-h-0 flex-none overflow-auto overscroll-x-contain border-t border-line -outline-offset-2 md:max-h-none md:min-h-80 md:flex-1"
      >
        <div
          role="table"
          aria-label="Usage"
          aria-rowcount={rows.length + 2}
          style={isWide ? { '--usage-columns': tracks.join(' '), minWidth: `${least + 2}rem` } : {}}
        >
          <div role="rowgroup" className="sticky top-0 z-1 bg-surface">
            {isWide ? <Head columns={columns} sort={sort} onSort={onSort} /> : <CardHead by={by} />}
            <TotalRow total={total} count={rows.length} by={by} isWide={isWide} />
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              if (!row) return null
              const shared = { row, by, place: index, top: start, height }
              return isWide ? <Row key={index} {...shared} /> : <UsageCard key={index} {...shared} />
            })}
          </div>
        </div>
      </div>
    </>
  )
}

interface HeadProps {
  columns: readonly ColumnName[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The column headings; a press sorts by one. */
function Head({ columns, sort, onSort }: HeadProps) {
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <div role="row" aria-rowindex={1} className={`${rowClass} h-9 border-line-strong text-xs text-text-muted`}>
      {columns.map((name) => {
        const isSorted = sort.column === name
        const isFigure = isFigureName(name)
        return (
          <div
            key={name}
            role="columnheader"
            aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            className={isFigure ? 'flex justify-end last:-mr-1.5' : labelClass}
          >
            <button
              type="button"
              title={isFigure ? figures[name].title : undefined}
              onClick={() => onSort(pressHeading(sort, name))}
              className={`inline-flex min-h-7 items-center gap-1 rounded-sm px-1.5 font-medium whitespace-nowrap hover:text-text ${isSorted ? 'text-text' : ''} ${isFigure ? 'flex-row-reverse' : '-ml-1.5'}`}
            >
              <span>
                {isFigure ? figures[name].heading : labelHeadings[name]}
                {isFigure && unitOf(name) !== '' && <span className="sr-only"> {unitOf(name)}</span>}
              </span>
              {isSorted && <Arrow aria-hidden size={12} className="shrink-0" />}
            </button>
          </div>
        )
      })}
    </div>
  )
}

const rowClass = 'grid-cols-(--usage-columns) grid items-center border-b border-line px-4 md:px-5'
const labelClass = 'sticky left-0 z-1 min-w-0 truncate bg-inherit pr-3 [&:not(:first-child)]:static'
const figureClass = 'px-1.5 text-end tabular-nums last:pr-0'

interface TotalRowProps {
  total: UsageReport['total']
  /** How many rows it adds up. */
  count: number
  by: readonly UsageColumn[]
  isWide: boolean
}

function TotalRow({ total, count, by, isWide }: TotalRowProps) {
  if (!isWide) return <UsageCard row={total} by={[]} count={count} place={-1} />
  return (
    <div role="row" aria-rowindex={2} data-row="total" className={`${rowClass} h-9 bg-surface-sunken font-medium`}>
      <div role="rowheader" className={labelClass}>
        Total
        {count > 1 && <span className="font-normal text-text-muted"> of {formatCount(count)} rows</span>}
      </div>
      {by.slice(1).map((column) => (
        <div key={column} role="cell" />
      ))}
      <Figures row={total} />
    </div>
  )
}

export interface RowProps {
  row: UsageRow
  by: readonly UsageColumn[]
  /** Its position, from 0; -1 is the total. */
  place: number
  /** In pixels from the first row; undefined in the flow. */
  top?: number
  height?: number
}

const Row = memo(function Row({ row, by, place, top, height }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={place + 3}
      className={`${rowClass} absolute inset-x-0 top-0 bg-surface hover:bg-tint`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {by.map((column, at) => (
        <div key={column} role={at === 0 ? 'rowheader' : 'cell'} className={labelClass} title={row[column]}>
          <bdi className={column === 'model' ? 'font-mono text-xs' : ''}>{labelWords(row, column)}</bdi>
        </div>
      ))}
      <Figures row={row} />
    </div>
  )
})

function Figures({ row }: { row: UsageRow }) {
  return figureNames.map((name) => (
    <div
      key={name}
      role="cell"
      title={exactWords(row, name)}
      className={`${figureClass} ${name === 'failed' && row.failed_requests > 0 ? 'text-danger' : figures[name].value(row) ? '' : 'text-text-muted'}`}
    >
      {figureWords(row, name)}
    </div>
  ))
}

function CardHead({ by }: { by: readonly UsageColumn[] }) {
  const headings = [by.map((column) => labelHeadings[column]).join(', '), 'Cost', 'Requests', 'Tokens', 'Times']
  return (
    <div role="row" aria-rowindex={1} className="sr-only">
      {headings.map((heading) => (
        <span key={heading} role="columnheader">
          {heading}
        </span>
      ))}
    </div>
  )
}

/** Sorts cards, which have no headings to press. */
function SortChoice({ columns, sort, onSort }: HeadProps) {
  const nameOf = (name: ColumnName) =>
    isFigureName(name) ? `${figures[name].heading} ${unitOf(name)}`.trim() : labelHeadings[name]
  return (
    <div className="flex shrink-0 items-center gap-2 px-4 pb-3">
      <label htmlFor="usage-sort" className="label">
        Sort
      </label>
      <Select
        id="usage-sort"
        value={sort.column}
        onChange={({ target }) => {
          const column = columnNames.find((name) => name === target.value)
          if (column) onSort({ column, descending: pressHeading(sort, column).descending })
        }}
      >
        {columns.map((name) => (
          <option key={name} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </Select>
      <button
        type="button"
        onClick={() => onSort({ ...sort, descending: !sort.descending })}
        className="flex h-10 items-center gap-1 rounded-md px-2 text-text-muted"
      >
        {sort.descending ? <ArrowDown aria-hidden size={14} /> : <ArrowUp aria-hidden size={14} />}
        {sort.descending ? 'Descending' : 'Ascending'}
      </button>
    </div>
  )
}
