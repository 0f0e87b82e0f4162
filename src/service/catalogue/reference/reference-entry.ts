import type { PriceMetric } from '#contract/model.ts'

/** Where facts were taken from. */
export interface ReferenceSource {
  /** `owner/repository` on GitHub. */
  name: string
  /** The commit that was read, where it is known. */
  commit?: string
  /** The day the facts are of, `YYYY-MM-DD`. */
  date: string
  licence: string
}

/** What is known of one model. A field that nobody documents is absent; nothing is guessed. */
export interface ReferenceEntry {
  /** `author/name`, with one of the contract's authors. */
  id: string
  /** One of the contract's model types. */
  type: string
  name: string
  /** Who made it, where the author is `community`. */
  owner?: string
  /** The day of release, `YYYY-MM-DD`. */
  released?: string
  deprecated?: boolean
  /** Input plus output, in tokens. */
  context?: number
  /** The most tokens that one reply can have. */
  max_output?: number
  /** The contract's modalities, separated by spaces: `text image file`. */
  input?: string
  output?: string
  /** Its training data ends here: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  cutoff?: string
  open_weights?: boolean
  /** The contract's capabilities, in their order and separated by spaces. */
  capabilities?: string
  /** US dollars per 1,000,000 units, as the maker itself charges; never a reseller's. */
  rates?: Partial<Record<PriceMetric, number>>
  /** Rates of requests whose input exceeds a threshold, in tokens; lowest threshold first. */
  tiers?: (Partial<Record<PriceMetric, number>> & { above: number })[]
  /** Which of the sources the rates are from. */
  rates_source?: number
  /** Which of the sources the other facts are from; where several have some, the most trusted. */
  source: number
  /** Hosted providers that serve it, by their key in `providers`, best known first. */
  served_by?: string[]
  /** Other ids under which engines serve it, in lower case; neither its id nor the part after its author. */
  aliases?: string[]
}

/** The committed file, whole. Descriptions are not in it: they are made from the facts when it is read. */
export interface ReferenceData {
  sources: ReferenceSource[]
  /** Display names, by the first part of an entry's id or by its `owner`. */
  makers: Record<string, string>
  /** Display names of hosted providers. */
  providers: Record<string, string>
  /** In the order of their ids. */
  models: ReferenceEntry[]
}
