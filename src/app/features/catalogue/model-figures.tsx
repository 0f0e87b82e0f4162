import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { billOf } from '#app/models/bill.ts'
import { billWords } from '#app/models/bill-words.ts'
import { agoWords, dayWords } from '#app/models/date-words.ts'
import { Hint } from '#app/models/hint.tsx'
import { contextWords, priceWords } from '#app/models/model-words.ts'
import { metricWords, priceSourceWords } from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadWords } from '#app/models/workload-words.ts'
import { formatCount, formatDollars, unknownMark } from '#app/ui/format.ts'

interface FigureProps {
  model: Model
  tabIndex: number
}

/** The context length as people say it; the exact figure on hover and focus. */
export function ContextFigure({ model, tabIndex }: FigureProps) {
  // A length of nothing is one that nobody told.
  const isKnown = model.context_length_known !== false && model.context_length > 0
  if (!isKnown) return <>{unknownMark}</>
  return (
    <Hint text={`${formatCount(model.context_length)} tokens of input and output together`} tabIndex={tabIndex}>
      {contextWords(model)}
    </Hint>
  )
}

/** A price per 1M tokens; what exactly it is for, where it is from and of when, on hover and focus. */
export function PriceFigure({ model, metric, tabIndex }: FigureProps & { metric: PriceMetric }) {
  const rate = rateOf(model, metric)
  if (rate !== undefined) {
    const exact = rate === 0 ? 'Free' : `${formatDollars(rate)} per 1M`
    return (
      <Hint text={`${exact} · ${metricWords[metric]} · ${priceSourceWords(model)}`} tabIndex={tabIndex}>
        {priceWords(rate)}
      </Hint>
    )
  }
  // What is priced by the picture or the second has a price all the same, only none of this kind.
  const others = model.pricing.map((price) => `${metricWords[price.metric]}: ${formatDollars(price.rate)} per 1M`)
  if (others.length === 0 || model.model_type === 'text_generation') return <>{unknownMark}</>
  return (
    <Hint text={`${others.join(' · ')} · ${priceSourceWords(model)}`} tabIndex={tabIndex}>
      {unknownMark}
    </Hint>
  )
}

/** What the workload costs a month. */
export function MonthFigure({ model, workload, tabIndex }: FigureProps & { workload: Workload }) {
  const bill = billOf(model, workload)
  if (!bill) return <>{unknownMark}</>
  return (
    <Hint
      text={`${billWords(bill.perRequest)} a request · ${workloadWords(workload)} · ${priceSourceWords(model)}`}
      tabIndex={tabIndex}
      className="font-medium"
    >
      {billWords(bill.perMonth)}
    </Hint>
  )
}

/** How long ago a model came out; the day on hover and focus. */
export function AgeFigure({ model, now, tabIndex }: FigureProps & { now: number }) {
  if (model.created <= 0) return <>{unknownMark}</>
  const day = dayWords(model.created * 1000)
  return (
    <Hint text={day} tabIndex={tabIndex}>
      {model.created * 1000 > now ? day : agoWords(model.created * 1000, now)}
    </Hint>
  )
}
