import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { formatDollars, unknownMark } from '#app/ui/format.ts'
import { priceWords } from '#app/models/model-words.ts'
import { shownMetrics, metricWords, priceSourceWords } from '#app/models/price-words.ts'

/** Every price of a model, with where it is from. Text models always show input and output, known or not. */
export function PricesView({ model, readAt }: { model: Model; readAt: number }) {
  const shown = shownMetrics.filter((metric) => rateOf(model, metric) !== undefined || isExpected(model, metric))
  return (
    <section aria-label="Prices" className="grid gap-2">
      <h2 className="flex items-baseline justify-between gap-3 font-semibold">
        Prices <span className="label">per 1M</span>
      </h2>
      <dl className="grid grid-cols-[1fr_auto]">
        {shown.map((metric) => {
          const rate = rateOf(model, metric)
          return (
            <div key={metric} className="col-span-2 grid grid-cols-subgrid gap-4 border-t border-line py-2">
              <dt className="text-text-muted">{metricWords[metric]}</dt>
              <dd className="text-end tabular-nums">
                {rate === undefined ? unknownMark : priceWords(rate)}
                {rate !== undefined && rate > 0 && !metric.endsWith('tokens') && (
                  <span className="block text-xs text-text-muted">{formatDollars(rate / 1_000_000)} each</span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="text-xs text-text-muted">{priceSourceWords(model, readAt)}</p>
    </section>
  )
}

function isExpected({ model_type: type }: Model, metric: PriceMetric): boolean {
  return type === 'text_generation' && (metric === 'input_tokens' || metric === 'output_tokens')
}
