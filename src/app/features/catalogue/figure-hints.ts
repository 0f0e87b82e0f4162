import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { billOf } from '#app/models/bill.ts'
import { billWords } from '#app/models/bill-words.ts'
import { dayWords } from '#app/models/date-words.ts'
import { capabilityWords, shownCapabilities } from '#app/models/model-words.ts'
import { metricWords, priceSourceWords, shownMetrics } from '#app/models/price-words.ts'
import { releasedAt } from '#app/models/released-at.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadWords } from '#app/models/workload-words.ts'
import { formatCount, formatDollars } from '#app/ui/format.ts'

/** Which figure of a row is meant: what its `data-hint` says. */
export type FigureName = 'can' | 'context' | 'month' | 'age' | PriceMetric

/** What a figure of a row says when it is pointed at; null where it has nothing to add. */
export function figureHint(name: string, model: Model, workload: Workload): string | null {
  switch (name) {
    case 'can':
      return capabilityList(model)
    case 'context':
      return `${formatCount(model.context_length)} tokens of input and output together`
    case 'input_tokens':
    case 'output_tokens':
    case 'cached_input_tokens':
      return priceHint(model, name)
    case 'month':
      return monthHint(model, workload)
    case 'age':
      return ageHint(model)
    default:
      return null
  }
}

/** What a model can do in words, in always the same order. */
export function capabilityList({ capabilities = [] }: Model): string {
  return shownCapabilities
    .filter((each) => capabilities.includes(each))
    .map((each) => capabilityWords[each])
    .join(', ')
}

/** What is priced by the picture or the second has a price all the same, only none by the token. */
export function otherPrices(model: Model): string {
  if (model.model_type === 'text_generation') return ''
  return shownMetrics
    .flatMap((metric) => {
      const rate = rateOf(model, metric)
      return rate === undefined ? [] : `${metricWords[metric]}: ${formatDollars(rate)} per 1M`
    })
    .join(' · ')
}

function priceHint(model: Model, metric: PriceMetric): string | null {
  const rate = rateOf(model, metric)
  if (rate === undefined) {
    const others = otherPrices(model)
    return others === '' ? null : `${others} · ${priceSourceWords(model)}`
  }
  const exact = rate === 0 ? 'Free' : `${formatDollars(rate)} per 1M`
  return `${exact} · ${metricWords[metric]} · ${priceSourceWords(model)}`
}

function ageHint(model: Model): string | null {
  const released = releasedAt(model)
  return released === undefined ? null : dayWords(released)
}

function monthHint(model: Model, workload: Workload): string | null {
  const bill = billOf(model, workload)
  if (!bill) return null
  const { perMonth, perRequest } = bill
  return `${billWords(perMonth)} a month, ${billWords(perRequest)} a request · ${workloadWords(workload)} · ${priceSourceWords(model)}`
}
