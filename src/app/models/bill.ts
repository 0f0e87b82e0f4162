import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { Workload } from './workload.ts'

/** As much of a model as a bill takes. */
type Priced = Pick<Model, 'pricing' | 'model_type'>

/** What a workload costs on a model, in US dollars. */
export interface Bill {
  /** Not rounded. */
  perRequest: number
  /** To the cent, half a cent up; below one cent as it is, so that little never reads as nothing. */
  perDay: number
  /** 30 days, rounded in the same way. */
  perMonth: number
}

/** How many days the calculator's month has. */
export const daysInMonth = 30

/** Of the smallest amounts reckoned with, this many make a dollar. */
const unitsPerDollar = 10n ** 21n
const unitsPerCent = unitsPerDollar / 100n
const shareParts = 1_000_000

/**
 * What a workload costs on a model; null where a price that it takes is unknown, or where tokens are not what the model
 * charges for. Cached input costs the input price where no other is known. Reckoned in whole numbers, so that no cent
 * comes or goes by rounding on the way.
 */
export function billOf(model: Priced, workload: Workload): Bill | null {
  const units = unitsPerRequest(model, workload)
  if (units === null) return null
  const daily = units * BigInt(Math.round(workload.requestsPerDay))
  return { perRequest: exactDollars(units), perDay: dollars(daily), perMonth: dollars(daily * BigInt(daysInMonth)) }
}

/**
 * The same for 30 days and not rounded to the cent, in US dollars: what differs by less than a cent still ranks. NaN where
 * it is unknown.
 */
export function exactMonthOf(model: Priced, workload: Workload): number {
  const units = unitsPerRequest(model, workload)
  if (units === null) return Number.NaN
  return exactDollars(units * BigInt(Math.round(workload.requestsPerDay)) * BigInt(daysInMonth))
}

/** Whole units, so that nothing is lost; null where it is unknown. */
function unitsPerRequest(model: Priced, { tokensIn, tokensOut, cachedShare }: Workload): bigint | null {
  if (model.model_type !== 'text_generation') return null
  const cachedParts = BigInt(Math.round(cachedShare * shareParts))
  const freshParts = BigInt(shareParts) - cachedParts

  let units = 0n
  for (const { tokens, parts, rate } of [
    { tokens: tokensIn, parts: freshParts, rate: unitsOf(model, 'input_tokens') },
    {
      tokens: tokensIn,
      parts: cachedParts,
      rate: unitsOf(model, 'cached_input_tokens') ?? unitsOf(model, 'input_tokens'),
    },
    { tokens: tokensOut, parts: BigInt(shareParts), rate: unitsOf(model, 'output_tokens') },
  ]) {
    if (tokens === 0 || parts === 0n) continue
    if (rate === null) return null
    units += BigInt(Math.round(tokens)) * parts * rate
  }
  return units
}

/** A rate in units per millionth part of a token: exact for every price to the billionth of a dollar per 1M tokens. */
function unitsOf(model: Pick<Model, 'pricing'>, metric: PriceMetric): bigint | null {
  const rate = rateOf(model, metric)
  return rate === undefined || !Number.isFinite(rate) || rate < 0 ? null : BigInt(Math.round(rate * 1e9))
}

function dollars(units: bigint): number {
  if (units < unitsPerCent) return exactDollars(units)
  return Number((units + unitsPerCent / 2n) / unitsPerCent) / 100
}

/** The number nearest to the amount: both are whole, and a price's few digits leave no room for dust. */
function exactDollars(units: bigint): number {
  return Number(units) / 1e21
}
