import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { billOf } from '#app/models/bill.ts'
import { billWords, misfitMark, misfitWords, thresholdWords } from '#app/models/bill-words.ts'
import { dayWords } from '#app/models/date-words.ts'
import { capabilityWords, priceWords, shownCapabilities } from '#app/models/model-words.ts'
import {
  metricWords,
  priceSourceWords,
  priceTiersOf,
  priceUnits,
  shownMetrics,
  tierWords,
  unitPriceOf,
} from '#app/models/price-words.ts'
import { releasedAt } from '#app/models/released-at.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadWords } from '#app/models/workload-words.ts'
import { formatCount, formatDollars } from '#app/ui/format.ts'

/** Which figure of a row is meant: what its `data-hint` says. */
export type FigureName = 'can' | 'context' | 'price' | 'request' | 'month' | 'age' | PriceMetric

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
    case 'price':
      return unitPriceHint(model)
    case 'request':
    case 'month':
      return costHint(model, workload)
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

/** Every price of a model in words: `Price per image: $0.04`. */
function unitPriceHint(model: Model): string | null {
  const prices = shownMetrics.flatMap((metric) => {
    const rate = rateOf(model, metric)
    return rate === undefined ? [] : `${priceUnits[metric].heading}: ${priceWords(unitPriceOf(metric, rate))}`
  })
  return prices.length === 0 ? null : [...prices, priceSourceWords(model)].join(' · ')
}

function priceHint(model: Model, metric: PriceMetric): string | null {
  const rate = rateOf(model, metric)
  if (rate === undefined) return null
  const exact = rate === 0 ? 'Free' : `${formatDollars(rate)} per 1M`
  return [
    `${exact} · ${metricWords[metric]}`,
    ...priceTiersOf(model, metric).map(tierWords),
    priceSourceWords(model),
  ].join(' · ')
}

function ageHint(model: Model): string | null {
  const released = releasedAt(model)
  return released === undefined ? null : dayWords(released)
}

function costHint(model: Model, workload: Workload): string | null {
  const bill = billOf(model, workload)
  if (!bill) {
    const misfit = misfitWords(model, workload)
    return misfit === undefined ? null : `${misfitMark}: ${misfit}`
  }
  const { perMonth, perRequest, aboveInputTokens: threshold } = bill
  return [
    `${billWords(perMonth)} per month, ${billWords(perRequest)} per request`,
    ...(threshold === undefined ? [] : [`Uses the prices ${thresholdWords(threshold)}`]),
    workloadWords(workload),
    priceSourceWords(model),
  ].join(' · ')
}
