import { type ReactNode, memo } from 'react'
import { visibilityWords } from '#app/features/catalogue/facets/facets.ts'
import { isCallable } from '#app/models/callable.tsx'
import { capabilityIcons } from '#app/models/capability-icons.tsx'
import { makerName, makerOf } from '#app/models/makers.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { StatusWord, capabilityWords, shownCapabilities, typeName } from '#app/models/model-words.tsx'
import { mainPriceOf } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { unknownMark } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { type ColumnName, columns } from './columns.ts'
import { AgeFigure, ContextFigure, CostFigure, PriceFigure, UnitPriceFigure } from './model-figures.tsx'
import { RowActions } from './row-actions.tsx'
import { capabilityList } from './row-hints.tsx'

interface RowCapabilitiesProps {
  /** In words, as `capabilityList` says them: a text, so that rows which can do the same are drawn once. */
  list: string
  tabIndex: number
}

/** What a model can do, as icons in always the same order; their words for those who hear the row. */
export const RowCapabilities = memo(function RowCapabilities({ list, tabIndex }: RowCapabilitiesProps) {
  const words = list.split(', ')
  return (
    <button
      type="button"
      data-hint="can"
      tabIndex={tabIndex}
      className="inline-flex gap-1.5 rounded-sm align-middle text-text-muted"
    >
      {shownCapabilities.filter((each) => words.includes(capabilityWords[each])).map((each) => capabilityIcons[each])}
      <span className="sr-only">{list}</span>
    </button>
  )
})

/** What a row draws, as a line or as a card. */
export interface ModelRowProps {
  model: Model
  /** Its place among those that are shown, from 0. */
  place: number
  /** Where it stands, in pixels from the first. */
  top: number
  height: number
  /** The row with the focus: all of it is reached by Tab, of the others only the link. */
  isActive: boolean
  isCompared: boolean
  isCopied: boolean
  /** False in the first frame of a table, which leaves out the buttons. */
  isWhole: boolean
  isDense: boolean
  columns: readonly ColumnName[]
  /** The metric of the price column under the type filter. */
  priceMetric: PriceMetric | null
  workload: Workload
  now: number
}

/** A model as one line of the table. */
export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model, place, top, height, isWhole, isActive, isCompared, isCopied } = props
  const tabIndex = isActive ? 0 : -1
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-place={place}
      className="grid-cols-(--catalogue-columns) absolute inset-x-0 top-0 grid items-center border-b border-line bg-surface pr-3 hover:bg-tint"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {props.columns.map((name) => (
        <div key={name} role="cell" className={cellLook(name)}>
          {contentOf(name, props, tabIndex)}
        </div>
      ))}
      <div role="cell">
        {isWhole && <RowActions canTry={isCallable(model)} {...{ isCompared, isCopied, tabIndex }} />}
      </div>
    </div>
  )
})

function cellLook(name: ColumnName): string {
  // The name stays in view while a narrow window is scrolled sideways.
  if (name === 'name') return 'sticky left-0 z-1 flex h-full min-w-0 items-center bg-inherit pr-2 pl-5'
  return columns[name].isFigure ? 'px-1.5 text-end tabular-nums' : 'min-w-0 px-1.5 whitespace-nowrap'
}

function contentOf(name: ColumnName, props: ModelRowProps, tabIndex: number): ReactNode {
  const { model, isDense, priceMetric, workload, now } = props
  switch (name) {
    case 'name':
      return <NameCell model={model} isDense={isDense} />
    case 'author':
      return <bdi className="block truncate">{makerName(makerOf(model))}</bdi>
    case 'type':
      return typeName(model.model_type)
    case 'can':
      return capabilitiesOf(model, tabIndex)
    case 'context':
      return <ContextFigure model={model} tabIndex={tabIndex} />
    case 'input':
      return mainPriceOf(model) === null || rateOf(model, 'input_tokens') !== undefined ? (
        <PriceFigure model={model} metric="input_tokens" tabIndex={tabIndex} />
      ) : (
        <UnitPriceFigure model={model} tabIndex={tabIndex} />
      )
    case 'output':
      return <PriceFigure model={model} metric="output_tokens" tabIndex={tabIndex} />
    case 'cached':
      return <PriceFigure model={model} metric="cached_input_tokens" tabIndex={tabIndex} />
    case 'price':
      return <UnitPriceFigure model={model} metric={priceMetric} tabIndex={tabIndex} />
    case 'request':
    case 'month':
      return <CostFigure model={model} per={name} workload={workload} tabIndex={tabIndex} />
    case 'status':
      return <StatusWord status={model.status} deprecated={model.deprecated} />
    case 'visibility':
      return visibilityWords[model.visibility] ?? model.visibility
    case 'age':
      return <AgeFigure model={model} now={now} tabIndex={tabIndex} />
  }
}

/** What a model can do; a dash where nobody told. */
function capabilitiesOf(model: Model, tabIndex: number): ReactNode {
  const list = capabilityList(model)
  return list === '' ? unknownMark : <RowCapabilities list={list} tabIndex={tabIndex} />
}

function NameCell({ model: { id, name }, isDense }: { model: Model; isDense: boolean }) {
  return (
    <span className={isDense ? 'flex min-w-0 items-baseline gap-2.5' : 'grid min-w-0'}>
      <ModelLink
        id={id}
        title={name}
        className={`truncate rounded-sm font-semibold hover:underline ${isDense ? 'max-w-full shrink-0' : ''}`}
      >
        {name}
      </ModelLink>
      <span dir="auto" title={id} className="min-w-0 truncate font-mono text-xs text-text-muted">
        {id}
      </span>
    </span>
  )
}
