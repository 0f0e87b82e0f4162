import { priceMetrics } from '#contract/model-types.ts'
import type { PriceMetric } from '#contract/model.ts'
import type { Claim, RateTier, Rates } from './claim.ts'

/** How many digits a rate keeps behind the point: a millionth of a dollar per million units is below any bill. */
const digits = 6

/**
 * US dollars per 1,000,000 units, without the dust of binary fractions (1e-7 × 1e6 is 0.09999999999999999).
 * Undefined for what is no price: not a number, negative, or so small that it rounds to nothing. 0 is a price of nothing.
 */
export function ratePerMillion(value: unknown, unitsPerPrice: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined
  const rate = Number(((value * 1_000_000) / unitsPerPrice).toFixed(digits))
  return rate === 0 && value > 0 ? undefined : rate
}

/** Rates, and the claim that made them known. */
export interface KnownRates {
  rates: Rates
  tiers: RateTier[]
  source: number
}

/**
 * Models that their makers give away, by their own price lists: OpenAI's moderation endpoint and Z.ai's Flash models. Every
 * other zero is a placeholder: a trial (NVIDIA), a preview (Meta), or a cost nobody has filled in.
 */
const free = /^(?:openai\/(?:omni|text)-moderation-|z-ai\/glm-4\.[57]-flash$)/

/**
 * What the maker charges, all from one claim, so that the figures belong together; undefined where it doesn't say. Reasoning
 * tokens are only listed where they cost something else than output tokens, cached ones where they cost something.
 */
export function ratesOfClaims(claims: readonly Claim[]): KnownRates | undefined {
  const makers = claims.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
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

/** Only what differs from the base rate: a threshold that changes nothing is none. */
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
