import { memo } from 'react'
import { isCallable } from '#app/models/text-models.ts'
import type { PassRates } from '#app/data/experiments/pass-rates.ts'
import { type CellProps, type ColumnName, columnOf } from './columns.tsx'
import { RowActions } from './row-actions.tsx'

/** What a model's row or card shows. */
export interface ModelRowProps extends CellProps {
  /** Its position in the table, from 0. */
  place: number
  /** In pixels from the first row. */
  top: number
  height: number
  isCompared: boolean
  isCopied: boolean
  /** False in the first frame, which omits the buttons. */
  isWhole: boolean
  columns: readonly ColumnName[]
  /** For the columns of experiments. */
  passRates: PassRates
}

/** A model as one line of the table. Only its link is a tab stop; see `useGridFocus`. */
export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model, place, top, height, isWhole, isCompared, isCopied } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-place={place}
      className="group grid-cols-(--catalogue-columns) absolute inset-x-0 top-0 grid items-center border-b border-line bg-surface pr-3 hover:bg-tint"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {props.columns.map((name) => (
        <div key={name} role="cell" className={cellLook(name)}>
          {columnOf(name, props.passRates).cell(props)}
        </div>
      ))}
      <div role="cell">{isWhole && <RowActions canTry={isCallable(model)} {...{ isCompared, isCopied }} />}</div>
    </div>
  )
})

function cellLook(name: ColumnName): string {
  // The name stays in view when a narrow window is scrolled sideways.
  if (name === 'name') return 'sticky left-0 z-1 flex h-full min-w-0 items-center bg-inherit pr-2 pl-9'
  return columnOf(name).isFigure ? 'px-1.5 text-end tabular-nums' : 'min-w-0 px-1.5 whitespace-nowrap'
}
