import { priceMetrics } from '#contract/model-types.ts'
import type { PriceMetric } from '#contract/model.ts'
import type { Listing, RateTier, Rates } from './listing.ts'

/** Decimal places of a rate: a millionth of a dollar per million units never affects a cost. */
const digits = 6

/**
 * US dollars per 1,000,000 units, without floating-point noise (1e-7 × 1e6 is 0.09999999999999999). 0 is a valid price.
 * Undefined if `value` isn't a number, is negative, or rounds to 0.
 */
export function ratePerMillion(value: unknown, unitsPerPrice: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined
  const rate = Number(((value * 1_000_000) / unitsPerPrice).toFixed(digits))
  return rate === 0 && value > 0 ? undefined : rate
}

/** Rates and the source they come from. */
export interface KnownRates {
  rates: Rates
  tiers: RateTier[]
  source: number
}

/**
 * Models that are free by their makers' price lists: OpenAI's moderation endpoint and Z.ai's Flash models. Every other zero
 * is a placeholder: a trial (NVIDIA), a preview (Meta), or a missing price.
 */
const free = /^(?:openai\/(?:omni|text)-moderation-|z-ai\/glm-4\.[57]-flash$)/

/**
 * The maker's prices, all from one listing so that they are consistent; undefined if unknown. Reasoning tokens are only
 * included if their price differs from output tokens, cached tokens only if they aren't free.
 */
export function ratesOfListings(listings: readonly Listing[]): KnownRates | undefined {
  const makers = listings.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
  for (const { owner, name, rates, tiers = [], source } of makers) {
    const known = knownRates(rates, free.test(`${owner}/${name}`))
    if (known) return { rates: known, tiers: knownTiers(known, tiers), source }
  }
  return undefined
}

function knownRates(rates: Rates, isFree: boolean): Rates | undefined {
  const known: Rates = {}
  for (const metric of priceMetrics) {
    const rate = rates[metric]
    if (rate === undefined) continue
    if (rate === 0 && !(isFree && (metric === 'input_tokens' || metric === 'output_tokens'))) continue
    if (metric === 'reasoning_tokens' && rate === rates.output_tokens) continue
    known[metric] = rate
  }
  return Object.keys(known).length > 0 ? known : undefined
}

/** Leaves out tiers that don't differ from the base rates. */
function knownTiers(base: Rates, tiers: readonly RateTier[]): RateTier[] {
  return tiers
    .toSorted((one, other) => one.above - other.above)
    .flatMap(({ above, rates }) => {
      const known = priceMetrics.flatMap((metric): [PriceMetric, number][] => {
        const rate = rates[metric]
        return base[metric] === undefined || rate === undefined || rate === 0 ? [] : [[metric, rate]]
      })
      const differs = known.some(([metric, rate]) => base[metric] !== rate)
      return differs ? [{ above, rates: Object.fromEntries(known) }] : []
    })
}
