import { type ReactNode, memo } from 'react'
import { estimateCost, misfitOf } from '#app/models/cost-estimate.ts'
import { isCallable } from '#app/models/text-models.ts'
import { ModelLink } from '#app/models/model-link.tsx'
import { mainPriceOf } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { isPassName, ratesOf } from '#app/features/catalogue/query/pass-names.ts'
import { formatShare, formatSize } from '#app/ui/format.ts'
import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import {
  AgeFigure,
  CapabilityFigure,
  ConnectedDot,
  ContextFigure,
  CostFigure,
  PriceFigure,
  UnitPriceFigure,
  statusNote,
} from './cells.tsx'
import type { ModelRowProps } from './model-row.tsx'
import { RowActions } from './row-actions.tsx'
import { capabilityList } from './row-hints.tsx'

/** A model on a small screen: the row on several lines. */
export const ModelCard = memo(function ModelCard(props: Omit<ModelRowProps, 'priceMetric' | 'isWhole' | 'isDense'>) {
  const { model, place, top, height, isCompared, isCopied, workload, now, columns, passRates } = props
  const { id, name } = model
  const note = statusNote(model)
  const tried = columns.filter(isPassName)
  const hasTokenPrice = rateOf(model, 'input_tokens') !== undefined
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-place={place}
      className="absolute inset-x-0 top-0 grid content-center gap-1 border-b border-line px-4"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="cell" className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <ModelLink id={id} className="truncate rounded-sm text-md font-semibold">
            {name}
          </ModelLink>
          {isCallable(model) && <ConnectedDot className="shrink-0" />}
          {note !== undefined && <span className="shrink-0 text-xs text-text-muted">{note}</span>}
        </span>
        <span dir="auto" className="truncate font-mono text-xs text-text-muted">
          {id}
        </span>
      </div>
      <div role="cell" className="flex min-w-0 items-baseline gap-x-3 overflow-hidden whitespace-nowrap tabular-nums">
        <span className="font-medium">
          <ContextFigure isBrief model={model} />
        </span>
        {hasTokenPrice || mainPriceOf(model) === null ? (
          <>
            <Labelled label="in">
              <PriceFigure isRange model={model} metric="input_tokens" />
            </Labelled>
            <Labelled label="out">
              <PriceFigure isRange model={model} metric="output_tokens" />
            </Labelled>
          </>
        ) : (
          <UnitPriceFigure isInline model={model} />
        )}
        {tried.map((column) => {
          const of = ratesOf(column, passRates)
          const own = of?.rates.get(id)
          return (
            own && (
              <Labelled key={column} label={tried.length === 1 ? 'passed' : `in ${of?.name}`}>
                {formatShare(own.passRate)}
              </Labelled>
            )
          )
        })}
      </div>
      <div role="cell" className="flex min-w-0 items-baseline gap-x-3 overflow-hidden whitespace-nowrap tabular-nums">
        <CardCosts model={model} workload={workload} />
      </div>
      <div className="flex min-w-0 items-center gap-3" role="presentation">
        <div role="cell" className="shrink-0 empty:-mr-3">
          {capabilityList(model) !== '' && <CapabilityFigure model={model} />}
        </div>
        <div role="cell" className="min-w-0 truncate text-xs text-text-muted">
          <AgeFigure model={model} now={now} />
        </div>
        <div role="cell" className="ml-auto">
          <RowActions canTry={isCallable(model)} {...{ isCompared, isCopied }} />
        </div>
      </div>
    </div>
  )
})

/** What the workload costs, in one line; empty if unknown. */
function CardCosts({ model, workload }: { model: Model; workload: Workload }) {
  if (misfitOf(model, workload)) return <CostFigure {...{ model, workload }} per="request" />
  const estimate = estimateCost(model, workload)
  if (!estimate) return null
  const { aboveInputTokens: threshold } = estimate
  return (
    <>
      <Labelled label="per request">
        <CostFigure isBrief {...{ model, workload }} per="request" />
      </Labelled>
      <Labelled label="per month">
        <CostFigure isBrief {...{ model, workload }} per="month" />
      </Labelled>
      {threshold !== undefined && <span className="text-xs text-text-muted">above {formatSize(threshold)}</span>}
    </>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      {children} <span className="text-xs text-text-muted">{label}</span>
    </span>
  )
}
