import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { estimateCost, daysInMonth } from '#app/models/cost-estimate.ts'
import { CapabilityWord } from '#app/models/capability-icons.tsx'
import { cutoffWords, dayWords, daysAgoWords, releasedAt } from '#app/models/dates.ts'
import { makerName, makerOf } from '#app/models/makers.ts'
import {
  contextWords,
  modalityWords,
  priceWords,
  shownCapabilities,
  sourceWords,
  typeName,
} from '#app/models/model-words.tsx'
import {
  costEstimateWords,
  metricWords,
  misfitMark,
  misfitWords,
  priceSourceWords,
  priceTiersOf,
  priceUnits,
  shownMetrics,
  thresholdWords,
  tierWords,
  unitPriceOf,
} from '#app/models/price-words.ts'
import { WorkloadPanel } from '#app/models/workload-panel.tsx'
import { workloadStore } from '#app/models/workload.ts'
import { formatCount, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { contextOf } from '#app/models/text-models.ts'

/** Every price of a model with its tiers and its source. Text models always show input and output, known or not. */
export function PricesView({ model, readAt }: { model: Model; readAt: number }) {
  const shown = shownMetrics.filter((metric) => rateOf(model, metric) !== undefined || isExpected(model, metric))
  return (
    <section aria-label="Prices" className="grid gap-2">
      <h2 className="flex items-baseline justify-between gap-3 font-semibold">
        Prices {shown.some(isOfTokens) && <span className="label">per 1M tokens</span>}
      </h2>
      <dl className="grid grid-cols-[1fr_auto]">
        {shown.map((metric) => {
          const rate = rateOf(model, metric)
          return (
            <div key={metric} className="col-span-2 grid grid-cols-subgrid gap-4 border-t border-line py-2">
              <dt className="text-text-muted">
                {isOfTokens(metric) ? metricWords[metric] : priceUnits[metric].heading}
              </dt>
              <dd className="text-end tabular-nums">
                {rate === undefined ? unknownMark : priceWords(unitPriceOf(metric, rate))}
                {priceTiersOf(model, metric).map((tier) => (
                  <span key={tier.aboveInputTokens} className="block text-xs text-text-muted">
                    {tierWords(tier)}
                  </span>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="text-xs text-text-muted">{priceSourceWords(model, readAt)}</p>
    </section>
  )
}

function isOfTokens(metric: PriceMetric): boolean {
  return metric.endsWith('tokens')
}

function isExpected({ model_type: type }: Model, metric: PriceMetric): boolean {
  return type === 'text_generation' && (metric === 'input_tokens' || metric === 'output_tokens')
}

/** The workload, and what it costs on this model. */
export function CostEstimateView({ model }: { model: Model }) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const estimate = estimateCost(model, workload)
  const misfit = misfitWords(model, workload)
  return (
    <section aria-label="Cost" className="grid gap-3">
      <h2 className="font-semibold">Cost of my workload</h2>
      <WorkloadPanel narrow />
      <dl aria-label="Cost estimate" className="grid grid-cols-[1fr_auto]">
        <Amount name="Per request" amount={costEstimateWords(estimate?.perRequest)} />
        <Amount name="Per day" amount={costEstimateWords(estimate?.perDay)} />
        <Amount name={`Per month (${daysInMonth} days)`} amount={costEstimateWords(estimate?.perMonth)} strong />
      </dl>
      {estimate?.aboveInputTokens !== undefined && (
        <p className="text-xs text-text-muted">Uses the price tier {thresholdWords(estimate.aboveInputTokens)}.</p>
      )}
      {misfit !== undefined && (
        <p className="text-xs text-danger">
          {misfitMark}: {misfit}.
        </p>
      )}
      {!estimate && misfit === undefined && (
        <p className="text-xs text-text-muted">No estimate: a price for this workload is unknown.</p>
      )}
    </section>
  )
}

function Amount({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid gap-4 border-t border-line py-2">
      <dt className="text-text-muted">{name}</dt>
      <dd className={`text-end tabular-nums ${strong ? 'font-semibold' : ''}`}>{amount}</dd>
    </div>
  )
}

/** What is known of a model besides its prices. `now` dates its age. */
export function FactsView({ model, now }: { model: Model; now: number }) {
  const [context, released] = [contextOf(model), releasedAt(model)]
  const { max_output_tokens: maxOutput, knowledge_cutoff: cutoff, open_weights: openWeights } = model
  const modalities = modalityWords(model)
  const capabilities = shownCapabilities.filter((each) => model.capabilities?.includes(each))
  return (
    <section aria-label="Facts" className="grid gap-2">
      <h2 className="font-semibold">Facts</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] md:grid-cols-[10rem_minmax(0,1fr)]">
        <Fact name="Context">
          <span className="tabular-nums">{contextWords(model)}</span>{' '}
          <span className="text-text-muted">
            {context === undefined ? 'Unknown' : `${formatCount(context)} tokens (input + output)`}
          </span>
        </Fact>
        {maxOutput !== undefined && (
          <Fact name="Maximum output">
            <span className="tabular-nums">{formatSize(maxOutput)}</span>{' '}
            <span className="text-text-muted">{formatCount(maxOutput)} tokens</span>
          </Fact>
        )}
        {modalities !== undefined && <Fact name="Modalities">{modalities}</Fact>}
        <Fact name="Capabilities">
          {capabilities.length === 0 ? (
            unknownMark
          ) : (
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {capabilities.map((each) => (
                <li key={each}>
                  <CapabilityWord capability={each} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Type">{typeName(model.model_type)}</Fact>
        <Fact name="Maker">{makerName(makerOf(model))}</Fact>
        <Fact name="Released">
          {released === undefined ? (
            unknownMark
          ) : (
            <>
              {dayWords(released)} {/* No age for a release that is still to come. */}
              {released <= now && <span className="text-text-muted">{daysAgoWords(released, now)}</span>}
            </>
          )}
        </Fact>
        {cutoff !== undefined && <Fact name="Knowledge cutoff">{cutoffWords(cutoff)}</Fact>}
        {openWeights !== undefined && <Fact name="Open weights">{openWeights ? 'Yes' : 'No'}</Fact>}
        <Fact name="Visibility">
          {model.visibility === 'private' ? 'Private (visible only with an API key)' : 'Public'}
        </Fact>
        <Fact name="Slug">
          <span className="font-mono text-xs">{model.slug || unknownMark}</span>
        </Fact>
        <Fact name="Data source">{model.reference ? sourceWords(model.reference) : 'The provider'}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-t border-line py-2 text-text-muted">{name}</dt>
      <dd className="min-w-0 border-t border-line py-2 wrap-anywhere">{children}</dd>
    </>
  )
}
