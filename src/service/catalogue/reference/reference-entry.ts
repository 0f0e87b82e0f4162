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
  /** A sentence made by our own code from the facts here. */
  description: string
  /** Unix seconds at midnight UTC of the day of release. */
  created?: number
  /** Input plus output, in tokens. */
  context?: number
  /** Of the contract's capabilities, in their order. */
  capabilities?: string[]
  /** US dollars per 1,000,000 units, as the maker itself charges; never a reseller's. */
  rates?: Partial<Record<PriceMetric, number>>
  /** Which of the sources the rates are from. */
  rates_source?: number
  /** Which of the sources the other facts are from; where both have some, the one that told first. */
  source: number
  /** Other ids under which engines serve it, in lower case; neither its id nor the part after its author. */
  aliases?: string[]
}

/** The committed file, whole. */
export interface ReferenceData {
  sources: ReferenceSource[]
  /** In the order of their ids. */
  models: ReferenceEntry[]
}
