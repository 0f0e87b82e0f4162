import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf, thresholdOf } from '#contract/rate-of.ts'
import { requestsOf, type WorkloadTurn, type Workload } from './workload.ts'
import { contextOf } from './text-models.ts'

/** The part of a model that its cost depends on. */
export type Priced = Pick<Model, 'pricing' | 'model_type' | 'context_length' | 'context_length_known'>

/** What a workload costs on a model, in US dollars. */
export interface CostEstimate {
  /** Not rounded. */
  perRequest: number
  /** Rounded to the cent, half a cent up; not rounded below one cent, which would read as free. */
  perDay: number
  /** 30 days, rounded in the same way. */
  perMonth: number
  /** The threshold of input tokens above which the higher rates of the model apply, where a request exceeds one. */
  aboveInputTokens?: number
}

/** The number of days that a month is counted as. */
export const daysInMonth = 30

/** The smallest computed amounts per dollar. */
const unitsPerDollar = 10n ** 21n
const unitsPerCent = unitsPerDollar / 100n
const shareParts = 1_000_000

/**
 * What a workload costs on a model; null when a price that it needs is unknown, when the model doesn't charge by tokens,
 * or when a request exceeds its context. Cached input costs the input price unless it has its own. Computed in whole
 * numbers, so rounding on the way neither adds nor loses a cent.
 */
export function estimateCost(model: Priced, workload: Workload): CostEstimate | null {
  const units = unitsPerRequest(model, workload)
  if (units === null) return null
  const daily = units * BigInt(Math.round(workload.requestsPerDay))
  const threshold = thresholdOf(model, Math.max(...requestsOf(workload).map(({ tokensIn }) => tokensIn)))
  return {
    perRequest: exactDollars(units),
    perDay: dollars(daily),
    perMonth: dollars(daily * BigInt(daysInMonth)),
    ...(threshold !== undefined && { aboveInputTokens: threshold }),
  }
}

/** Costs for ranking, in US dollars: not rounded to the cent, so small differences count. NaN when unknown. */
export function exactCostsOf(model: Priced, workload: Workload): { perRequest: number; perMonth: number } {
  const units = unitsPerRequest(model, workload)
  if (units === null) return { perRequest: Number.NaN, perMonth: Number.NaN }
  const monthly = units * BigInt(Math.round(workload.requestsPerDay)) * BigInt(daysInMonth)
  return { perRequest: exactDollars(units), perMonth: exactDollars(monthly) }
}

/** The first call of a workload that exceeds a model's context. Undefined when all fit, or the context is unknown. */
export function misfitOf(model: Priced, workload: Workload): WorkloadTurn | undefined {
  const context = contextOf(model)
  if (context === undefined || model.model_type !== 'text_generation') return undefined
  return requestsOf(workload).find(({ tokensIn, tokensOut }) => tokensIn + tokensOut > context)
}

function unitsPerRequest(model: Priced, workload: Workload): bigint | null {
  if (model.model_type !== 'text_generation' || misfitOf(model, workload)) return null
  // Without tiers, which most models don't have, the calls cost as much as their sum.
  const turns = model.pricing.some(({ tiers }) => tiers) ? requestsOf(workload) : [workload]
  let units = 0n
  for (const turn of turns) {
    const each = unitsOfTurn(model, turn, workload.cachedShare)
    if (each === null) return null
    units += each
  }
  return units
}

/** In whole units, so that nothing is lost; null when unknown. */
function unitsOfTurn(model: Priced, { tokensIn, tokensOut }: WorkloadTurn, cachedShare: number): bigint | null {
  const unitsOf = (metric: PriceMetric) => unitsOfRate(rateOf(model, metric, tokensIn))
  const cachedParts = BigInt(Math.round(cachedShare * shareParts))
  const freshParts = BigInt(shareParts) - cachedParts

  let units = 0n
  for (const { tokens, parts, rate } of [
    { tokens: tokensIn, parts: freshParts, rate: unitsOf('input_tokens') },
    {
      tokens: tokensIn,
      parts: cachedParts,
      rate: unitsOf('cached_input_tokens') ?? unitsOf('input_tokens'),
    },
    { tokens: tokensOut, parts: BigInt(shareParts), rate: unitsOf('output_tokens') },
  ]) {
    if (tokens === 0 || parts === 0n) continue
    if (rate === null) return null
    units += BigInt(Math.round(tokens)) * parts * rate
  }
  return units
}

/** A rate in units per millionth part of a token: exact for every price to the billionth of a dollar per 1M tokens. */
function unitsOfRate(rate: number | undefined): bigint | null {
  return rate === undefined || !Number.isFinite(rate) || rate < 0 ? null : BigInt(Math.round(rate * 1e9))
}

function dollars(units: bigint): number {
  if (units < unitsPerCent) return exactDollars(units)
  return Number((units + unitsPerCent / 2n) / unitsPerCent) / 100
}

/** The number nearest to the amount: one division of whole numbers, so a price's few digits stay exact. */
function exactDollars(units: bigint): number {
  return Number(units) / 1e21
}
