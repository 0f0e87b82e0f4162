import { X } from 'lucide-react'
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

/** The comparison in its own scroll area; the names of fields and models stay in view. */
export function CompareTable({ models, rows, onRemove }: CompareTableProps) {
  return (
    <div
      role="region"
      aria-label="Comparison"
      tabIndex={0}
      className="relative scroll-ps-32 scroll-pt-20 overflow-auto border-t border-line -outline-offset-2 max-md:shrink-0 md:min-h-0 md:flex-1 md:scroll-ps-48"
    >
      {/* Fixed, so that columns stay close together and the lines still reach the edge. */}
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-2 border-r border-b border-line-strong bg-surface w-32 px-3 py-2 text-start align-bottom md:w-48 md:pl-5"
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
    </div>
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
      className={`sticky top-0 z-1 w-40 border-b border-line-strong bg-surface px-3 py-2 text-start align-bottom font-normal ${isOneOfFew ? 'md:w-60' : 'md:w-44'}`}
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
