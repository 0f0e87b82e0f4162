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

/** Kinds of tokens that are only listed if their price differs from that of plain ones. */
const plainOf: Partial<Record<PriceMetric, PriceMetric>> = {
  reasoning_tokens: 'output_tokens',
  cache_write_tokens: 'input_tokens',
  input_audio_tokens: 'input_tokens',
  output_audio_tokens: 'output_tokens',
}

/**
 * The maker's prices, all from one listing so that they are consistent; undefined if unknown. The exception is the price of
 * cache writes for one hour, which only one source has: it is added from a listing with the same price of other writes.
 * Special tokens are only included if their price differs from plain ones, cached tokens only if they aren't free.
 */
export function ratesOfListings(listings: readonly Listing[]): KnownRates | undefined {
  const makers = listings.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
  for (const { owner, name, rates, tiers = [], source } of makers) {
    const known = knownRates(rates, free.test(`${owner}/${name}`))
    if (!known) continue
    const other = makers.find((each) => agreesOnWrites(each.rates, known))
    const { cache_write_1h_tokens: own, ...others } = known
    const longWrites = own ?? other?.rates.cache_write_1h_tokens
    const all = { ...others, ...(isPlausible(longWrites, known) && { cache_write_1h_tokens: longWrites }) }
    return { rates: all, tiers: knownTiers(known, tiers), source }
  }
  return undefined
}

function agreesOnWrites(one: Rates, other: Rates): boolean {
  const { cache_write_1h_tokens: longWrites = 0, cache_write_tokens: writes } = one
  return longWrites > 0 && writes !== undefined && writes === other.cache_write_tokens
}

/** LiteLLM has the same price for some models of very different prices. An hour costs at most twice the plain input. */
function isPlausible(
  longWrites: number | undefined,
  { cache_write_tokens: writes = 0, input_tokens: plain = 0 }: Rates,
) {
  return longWrites !== undefined && longWrites > writes && longWrites <= 2 * plain
}

function knownRates(rates: Rates, isFree: boolean): Rates | undefined {
  const known: Rates = {}
  for (const metric of priceMetrics) {
    const rate = rates[metric]
    if (rate === undefined) continue
    if (rate === 0 && !(isFree && (metric === 'input_tokens' || metric === 'output_tokens'))) continue
    const plain = plainOf[metric]
    if (plain !== undefined && rate === rates[plain]) continue
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
