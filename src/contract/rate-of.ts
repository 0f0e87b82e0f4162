import type { Model, PriceMetric } from './model.ts'

/** The rate for a metric in US dollars per 1,000,000 units; undefined when the price is unknown, 0 when it is free. */
export function rateOf(of: Pick<Model, 'pricing'>, metric: PriceMetric): number | undefined {
  return of.pricing.find((entry) => entry.metric === metric)?.rate
}
