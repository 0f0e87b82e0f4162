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
