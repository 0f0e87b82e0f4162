import { memo } from 'react'
import { isCallable } from '#app/models/is-callable.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { StatusWord } from '#app/models/status-word.tsx'
import { capabilityList } from './figure-hints.ts'
import { AgeFigure, ContextFigure, MonthFigure, PriceFigure } from './model-figures.tsx'
import type { ModelRowProps } from './model-row.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCapabilities } from './row-capabilities.tsx'

/** A model on a small screen: the same row, on several lines. */
export const ModelCard = memo(function ModelCard(props: Omit<ModelRowProps, 'columns' | 'isWhole' | 'isDense'>) {
  const { model, place, top, height, isActive, isCompared, isCopied, workload, now } = props
  const { id, name, status } = model
  const list = capabilityList(model)
  const tabIndex = isActive ? 0 : -1
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-place={place}
      className="absolute inset-x-0 top-0 grid content-center gap-1 border-b border-line px-4"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="cell" className="grid min-w-0">
        <ModelLink id={id} className="truncate rounded-sm text-md font-semibold">
          {name}
        </ModelLink>
        <span dir="auto" className="truncate font-mono text-xs text-text-muted">
          {id}
        </span>
      </div>
      <div role="cell" className="flex min-w-0 items-baseline gap-x-3 overflow-hidden whitespace-nowrap tabular-nums">
        <span className="font-medium">
          <ContextFigure model={model} tabIndex={tabIndex} />
        </span>
        <span>
          <PriceFigure model={model} metric="input_tokens" tabIndex={tabIndex} />{' '}
          <span className="text-xs text-text-muted">in</span>
        </span>
        <span>
          <PriceFigure model={model} metric="output_tokens" tabIndex={tabIndex} />{' '}
          <span className="text-xs text-text-muted">out</span>
        </span>
        <span className="ml-auto">
          <MonthFigure model={model} workload={workload} tabIndex={tabIndex} />{' '}
          <span className="text-xs text-text-muted">a month</span>
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-3" role="presentation">
        <div role="cell" className="shrink-0 empty:-mr-3">
          {list !== '' && <RowCapabilities list={list} tabIndex={tabIndex} />}
        </div>
        <div role="cell" className="min-w-0 truncate text-xs text-text-muted">
          <StatusWord status={status} deprecated={model.deprecated} /> ·{' '}
          <AgeFigure model={model} now={now} tabIndex={tabIndex} />
        </div>
        <div role="cell" className="ml-auto">
          <RowActions canTry={isCallable(model)} {...{ isCompared, isCopied, tabIndex }} />
        </div>
      </div>
    </div>
  )
})
