import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { unknownMark } from '#app/ui/format.ts'
import { priceWords } from '#app/models/model-words.ts'
import {
  metricWords,
  priceSourceWords,
  priceTiersOf,
  priceUnits,
  shownMetrics,
  tierWords,
  unitPriceOf,
} from '#app/models/price-words.ts'

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
