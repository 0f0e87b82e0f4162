import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SortKey } from './catalogue-view.ts'
import type { ModelType } from '#contract/model.ts'
import { columns, headingOf, type ColumnName } from './columns.ts'
import { pressHeading } from './sort-keys.ts'
import type { ChangeView } from './use-view.ts'

interface TableHeadProps {
  names: readonly ColumnName[]
  /** The type filter, which price headings follow. */
  types: readonly ModelType[]
  sort: readonly SortKey[]
  change: ChangeView
}

/** The headings: a press sorts by one, with Shift by one more. */
export function TableHead({ names, types, sort, change }: TableHeadProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="grid-cols-(--catalogue-columns) grid h-9 items-center border-b border-line-strong pr-3 text-xs text-text-muted"
    >
      {names.map((name) => {
        const place = sort.findIndex(({ column }) => column === name)
        const key = sort[place]
        const { isFigure } = columns[name]
        const Arrow = key?.descending === true ? ArrowDown : ArrowUp
        return (
          <div
            key={name}
            role="columnheader"
            aria-sort={key ? (key.descending ? 'descending' : 'ascending') : 'none'}
            className={`flex min-w-0 ${isFigure ? 'justify-end' : ''} ${name === 'name' ? 'sticky left-0 z-1 h-full items-center bg-surface pl-3.5' : ''}`}
          >
            <button
              type="button"
              title="Press to sort; with Shift to sort within"
              onClick={({ shiftKey }) => change((view) => ({ ...view, sort: pressHeading(view.sort, name, shiftKey) }))}
              className={`inline-flex min-h-7 items-center gap-1 rounded-sm px-1.5 leading-4 font-medium hover:text-text ${key ? 'text-text' : ''} ${isFigure ? 'flex-row-reverse text-end' : 'whitespace-nowrap'}`}
            >
              {headingOf(name, types)}
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
