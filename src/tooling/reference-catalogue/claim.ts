import type { ModelType, PriceMetric } from '#contract/model.ts'

/** US dollars per 1,000,000 units. */
export type Rates = Partial<Record<PriceMetric, number>>

/** The rates of a whole request whose input exceeds this many tokens. */
export interface RateTier {
  above: number
  rates: Rates
}

/** Places in the list of sources, the most trusted first: ruby_llm's copy of models.dev is the newer one. */
export const rubyLlm = 0
export const modelsDev = 1
export const litellm = 2

/** What one provider says of one model in one source, read but not yet weighed. What it leaves out is absent. */
export interface Claim {
  /** Place in the list of sources. */
  source: number
  /** The provider's name in that source. */
  provider: string
  /** Whether the provider is the model's maker. Only then do its prices count. */
  firstParty: boolean
  /** The provider's own id, for the aliases. */
  id: string
  /** Key in `owners`; absent where the id alone doesn't say who made the model. */
  owner?: string
  /** The id in lower case without provider and maker. */
  name: string
  /** As a person writes it. */
  title?: string
  /** `other` is what we don't publish: embeddings, video, … */
  type?: ModelType | 'other'
  /** `YYYY-MM-DD`; a date without a day is not one. */
  released?: string
  /** The last day, month or year of its training data, as the source writes it. */
  cutoff?: string
  /** Input plus output, in tokens. */
  context?: number
  /** Input alone, in tokens: at least that much fits. */
  contextInput?: number
  /** The most tokens that one reply can have. */
  maxOutput?: number
  /** What it reads and what it makes, in the contract's words. */
  reads?: string[]
  makes?: string[]
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

/** The first that the model's maker tells, in models.dev rather than in LiteLLM. */
export function toldByMaker<T>(claims: readonly Claim[], read: (claim: Claim) => T | undefined): T | undefined {
  const makers = claims.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
  return makers.map(read).find((value) => value !== undefined)
}

/** The value told most often; of equals the one that comes first in `order`. Undefined when nobody tells. */
export function mostTold<T>(values: readonly (T | undefined)[], order: (one: T, other: T) => number): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([one, a], [other, b]) => b - a || order(one, other))[0]?.[0]
}

/**
 * The size told most often, where 128,000 and 131,072 are the same size; of equals the larger, since resellers cut
 * windows short and never lengthen them. Undefined when nobody tells.
 */
export function sizeToldMost(values: readonly (number | undefined)[]): number | undefined {
  const told = values.filter((value) => value !== undefined)
  const near = (size: number) => told.filter((other) => Math.abs(other - size) <= size * 0.05)
  const [size] = told.toSorted((one, other) => near(other).length - near(one).length || other - one)
  return size === undefined ? undefined : mostTold(near(size), (one, other) => other - one)
}

/** Yes, if more say yes than no. Undefined when nobody tells. */
export function majority(values: readonly (boolean | undefined)[]): boolean | undefined {
  const told = values.filter((value) => value !== undefined)
  return told.length === 0 ? undefined : told.filter(Boolean).length * 2 > told.length
}

/** Resellers in models.dev that also list image, speech and moderation models, with facts of their own and under their makers' names. */
export const galleries: ReadonlySet<string> = new Set(['groq', 'nvidia', 'openrouter', 'vercel'])
