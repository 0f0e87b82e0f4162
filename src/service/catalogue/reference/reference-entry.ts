import type { PriceMetric } from '#contract/model.ts'

/** The source of some facts. */
export interface ReferenceSource {
  /** `owner/repository` on GitHub. */
  name: string
  /** The commit that was read; absent if unknown. */
  commit?: string
  /** The date of the facts, `YYYY-MM-DD`. */
  date: string
  licence: string
}

/** The known facts about one model. Undocumented fields are absent; nothing is guessed. */
export interface ReferenceEntry {
  /** `author/name`, with one of the contract's authors. */
  id: string
  /** One of the contract's model types. */
  type: string
  name: string
  /** The maker, if the author is `community`. */
  owner?: string
  /** The release date, `YYYY-MM-DD`. */
  released?: string
  deprecated?: boolean
  /** Input plus output, in tokens. */
  context?: number
  /** The maximum length of one reply, in tokens. */
  max_output?: number
  /** The contract's modalities, separated by spaces: `text image file`. */
  input?: string
  output?: string
  /** The end of its training data: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  cutoff?: string
  open_weights?: boolean
  /** The contract's capabilities, in their order and separated by spaces. */
  capabilities?: string
  /** The maker's own prices in US dollars per 1,000,000 units, never a reseller's. */
  rates?: Partial<Record<PriceMetric, number>>
  /** Rates for requests whose input exceeds a threshold in tokens; lowest threshold first. */
  tiers?: (Partial<Record<PriceMetric, number>> & { above: number })[]
  /** The index of the rates' source in `sources`. */
  rates_source?: number
  /** The index of the other facts' source in `sources`; of several, the most trusted. */
  source: number
  /** Hosted providers that serve it, as keys of `providers`, best known first. */
  served_by?: string[]
  /** Other ids that engines use for it, in lower case, except its id and the part after the author. */
  aliases?: string[]
}

/** The committed file. It has no descriptions: they are generated from the facts. */
export interface ReferenceData {
  sources: ReferenceSource[]
  /** Display names of makers, by the first part of an entry's id or by its `owner`. */
  makers: Record<string, string>
  /** Display names of hosted providers. */
  providers: Record<string, string>
  /** Sorted by id. */
  models: ReferenceEntry[]
}
