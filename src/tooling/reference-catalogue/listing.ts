import type { ModelType, PriceMetric } from '#contract/model.ts'

/** US dollars per 1,000,000 units. */
export type Rates = Partial<Record<PriceMetric, number>>

/** The rates of a whole request whose input exceeds this many tokens. */
export interface RateTier {
  above: number
  rates: Rates
}

/** Indexes into the list of sources, most trusted first: ruby_llm's copy of models.dev is newer than ours. */
export const rubyLlm = 0
export const modelsDev = 1
export const litellm = 2

/** One provider's facts about one model in one source. Facts that it leaves out are absent. */
export interface Listing {
  /** Index into the list of sources. */
  source: number
  /** The provider's name in that source. */
  provider: string
  /** Whether the provider is the model's maker. Only then are its prices used. */
  firstParty: boolean
  /** The provider's own id, for the aliases. */
  id: string
  /** Key in `owners`; absent if the id alone doesn't identify the model's maker. */
  owner?: string
  /** The id in lower case, without provider and maker. */
  name: string
  /** Display name. */
  title?: string
  /** `other` isn't published: embeddings, video, … */
  type?: ModelType | 'other'
  /** `YYYY-MM-DD`; dates without a day are left out. */
  released?: string
  /** End of the training data: a day, month or year, as precise as the source. */
  cutoff?: string
  /** Input plus output, in tokens. */
  context?: number
  /** Input alone, in tokens: a lower bound of the context. */
  contextInput?: number
  /** Maximum output tokens per reply. */
  maxOutput?: number
  /** Modalities, as the contract names them. */
  input?: string[]
  output?: string[]
  vision?: boolean
  tools?: boolean
  structured?: boolean
  reasoning?: boolean
  streaming?: boolean
  editing?: boolean
  openWeights?: boolean
  deprecated: boolean
  rates: Rates
  tiers?: RateTier[]
}

/** The first value in the maker's own listings, in the order of trust of their sources. */
export function fromMaker<T>(listings: readonly Listing[], read: (listing: Listing) => T | undefined): T | undefined {
  const makers = listings.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
  return makers.map(read).find((value) => value !== undefined)
}

/** The most common value; ties go to the one that sorts first by `order`. Undefined if there are no values. */
export function mostCommon<T>(values: readonly (T | undefined)[], order: (one: T, other: T) => number): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([one, a], [other, b]) => b - a || order(one, other))[0]?.[0]
}

/**
 * The most common size, counting 128,000 and 131,072 as equal; ties go to the larger, since resellers shorten context
 * windows but never extend them. Undefined if there are no values.
 */
export function mostCommonSize(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  const near = (size: number) => known.filter((other) => Math.abs(other - size) <= size * 0.05)
  const [size] = known.toSorted((one, other) => near(other).length - near(one).length || other - one)
  return size === undefined ? undefined : mostCommon(near(size), (one, other) => other - one)
}

/** Whether more values are true than false. Undefined if there are no values. */
export function majorityVote(values: readonly (boolean | undefined)[]): boolean | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.filter(Boolean).length * 2 > known.length
}

/** Resellers in models.dev that also list image, speech and moderation models, with their own facts and the makers' names. */
export const multimodalResellers: ReadonlySet<string> = new Set(['groq', 'nvidia', 'openrouter', 'vercel'])
