import { ChevronRight, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Model } from '#contract/model.ts'
import { Hint } from '#app/models/hint.tsx'
import { ModelLink } from '#app/models/model-link.tsx'
import { Button } from '#app/ui/button.tsx'
import type { CompareCell, CompareRow } from './compare-rows.ts'

interface CompareTableProps {
  models: readonly Model[]
  rows: readonly CompareRow[]
  onRemove: (id: string) => void
}

/** The columns that are cut off or out of view at the right edge of a scroll area. */
function columnsBeyond(area: HTMLElement): HTMLElement[] {
  const { right } = area.getBoundingClientRect()
  // Columns rarely end at whole pixels.
  return [...area.querySelectorAll<HTMLElement>('thead th')].filter(
    (heading) => heading.getBoundingClientRect().right > right + 1,
  )
}

/** How many columns are beyond the right edge of a scroll area. */
function useColumnsBeyond(of: RefObject<HTMLElement | null>): number {
  const [beyond, setBeyond] = useState(0)
  useEffect(() => {
    const area = of.current
    if (!area) return
    const measure = () => setBeyond(columnsBeyond(area).length)
    // Reports the first sizes too. The table has another width with each model added or removed.
    const observer = new ResizeObserver(measure)
    for (const each of [area, ...area.children]) observer.observe(each)
    area.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      area.removeEventListener('scroll', measure)
    }
  }, [of])
  return beyond
}

/** The comparison in its own scroll area; the names of fields and models stay in view. */
export function CompareTable(props: CompareTableProps) {
  const area = useRef<HTMLDivElement>(null)
  const beyond = useColumnsBeyond(area)
  return (
    <div className="relative flex min-h-80 flex-1 flex-col border-t border-line md:min-h-0">
      <div
        ref={area}
        role="region"
        aria-label="Comparison"
        tabIndex={0}
        className="relative min-h-0 flex-1 scroll-ps-28 scroll-pt-20 overflow-auto -outline-offset-2 md:scroll-ps-48"
      >
        <Columns {...props} />
      </div>
      {beyond > 0 && (
        <>
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-0 z-3 w-4 border-r border-line-strong shadow-[inset_-1rem_0_1rem_-1rem_light-dark(oklch(0_0_0/0.25),oklch(0_0_0/0.8))]"
          />
          <Button
            size="small"
            className="absolute right-3 bottom-3 z-3 shadow-float max-md:h-10 max-md:px-3"
            onClick={() => area.current && showNext(area.current)}
          >
            {beyond} more
            <span className="sr-only"> {beyond === 1 ? 'model' : 'models'} to the right</span>
            <ChevronRight aria-hidden size={14} />
          </Button>
        </>
      )}
    </div>
  )
}

/** Scrolls the first column that isn't wholly in view to the right edge. */
function showNext(area: HTMLElement): void {
  const [next] = columnsBeyond(area)
  if (next) area.scrollBy({ left: next.getBoundingClientRect().right - area.getBoundingClientRect().right })
}

function Columns({ models, rows, onRemove }: CompareTableProps) {
  return (
    // Fixed, so that columns stay close together and the lines still reach the edge.
    <table className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky top-0 left-0 z-2 border-r border-b border-line-strong bg-surface w-28 px-3 py-2 text-start align-bottom md:w-48 md:pl-5"
          >
            <span className="label">Field</span>
          </th>
          {models.map((model) => (
            <ModelHeading
              key={model.id}
              model={model}
              isOneOfFew={models.length <= 4}
              onRemove={() => onRemove(model.id)}
            />
          ))}
          <td aria-hidden className="sticky top-0 z-1 border-b border-line-strong bg-surface" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="group">
            <th
              scope="row"
              className="sticky left-0 z-1 border-r border-b border-line border-r-line-strong bg-surface px-3 py-2 text-start align-top text-xs font-medium text-text-muted md:pl-5"
            >
              {row.name}
            </th>
            {row.cells.map((cell, place) => (
              <Value key={models[place]?.id ?? place} row={row} cell={cell} />
            ))}
            <td aria-hidden className="border-b border-line group-hover:bg-tint" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ModelHeadingProps {
  model: Model
  /** Few models have room for wide columns. */
  isOneOfFew: boolean
  onRemove: () => void
}

function ModelHeading({ model, isOneOfFew, onRemove }: ModelHeadingProps) {
  return (
    <th
      scope="col"
      className={`sticky top-0 z-1 w-32 border-b border-line-strong bg-surface px-3 py-2 text-start align-bottom font-normal ${isOneOfFew ? 'md:w-60' : 'md:w-44'}`}
    >
      <span className="flex items-start justify-between gap-1">
        <ModelLink id={model.id} className="rounded-sm font-semibold wrap-anywhere hover:underline">
          {model.name}
        </ModelLink>
        <Button variant="quiet" size="small" aria-label={`Remove ${model.name}`} onClick={onRemove} className="-mr-2">
          <X aria-hidden size={14} />
        </Button>
      </span>
      <bdi className="block font-mono text-xs wrap-anywhere text-text-muted">{model.id}</bdi>
    </th>
  )
}

function Value({ row, cell }: { row: CompareRow; cell: CompareCell }) {
  const { text, exact, note, best } = cell
  return (
    <td
      className={`border-b border-line px-3 py-2 align-top wrap-anywhere group-hover:bg-tint ${row.figures ? 'tabular-nums' : ''} ${row.long === true ? 'text-xs' : ''} ${cell.value === null ? 'text-text-muted' : ''}`}
    >
      <span className={best ? '-mx-1.5 rounded-sm bg-accent-soft px-1.5 py-0.5 font-semibold' : ''}>
        {exact === undefined ? text : <Hint text={exact}>{text}</Hint>}
        {best && <span className="sr-only"> (best)</span>}
      </span>
      {/* The space separates the two for screen readers. */}
      {note !== undefined && <span className="block text-xs text-text-muted"> {note}</span>}
    </td>
  )
}
