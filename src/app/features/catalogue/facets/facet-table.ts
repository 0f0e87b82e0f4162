import { isCallable, contextOf } from '#app/models/text-models.ts'
import { isKnownMaker, makerKey, makerName, makerOf, makersWithAuthor } from '#app/models/makers.ts'
import { capabilityWords, statusWords, typeWords } from '#app/models/model-words.tsx'
import { formatDollars, formatSize } from '#app/ui/format.ts'
import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'

interface Row {
  /** In the filter panel and in chips, and the column's heading unless that has its own. */
  label: string
  /** The position in the filter panel, lowest first. Without one, only a link or the plot can set the filter. */
  panel?: number
}

interface ListRow extends Row {
  /** The values of one model. Values without a label below are never counted and pass no filter. */
  of: (model: Model) => string | readonly string[]
  /** Whether a model needs any chosen value, or whether people choose between any and all in the panel. */
  match: 'any' | 'choice'
  /** How many values are shown before "more" is pressed; all of them by default. */
  shownFirst?: number
  column?: FacetColumn
}

/** A facet's column in the table. */
export interface FacetColumn {
  /** In `columns=` and `sort=` of the URL. */
  name: string
  /** In rem. */
  width: number
  /** The facet's label by default. */
  heading?: string
  /** Sorted by value, or by how many values a model has. */
  sort?: 'count'
}

/** Several values can be chosen from a fixed list of at most 32. */
export interface FixedFacet extends ListRow {
  kind: 'fixed'
  /** Every value with its label, in the order on screen. */
  values: Readonly<Record<string, string>>
}

/** Several values can be chosen from those that the models have, most frequent first. A model has exactly one. */
export interface DynamicFacet extends ListRow {
  kind: 'dynamic'
  of: (model: Model) => string
  labelOf: (value: string) => string
  /** The canonical spelling of a value in a URL. */
  normalize: (value: string) => string
  /** Whether a URL may have this value although no model here has it. */
  isKnown: (value: string) => boolean
  /** Whether a model with `value` passes when `chosen` is chosen; equality by default. */
  accepts?: (chosen: string, value: string) => boolean
  /** An older name in URLs. */
  alias?: string
}

/** A checkbox under "Availability" that keeps only the models for which `of` is true. */
export interface FlagFacet extends Omit<Row, 'panel'> {
  kind: 'flag'
  of: (model: Model) => boolean
}

/** The input field and slider for one end of a range. */
export interface LimitField {
  end: 'min' | 'max'
  label: string
  unit: string
  sliderName: string
  stops: readonly number[]
  /** How far an arrow key goes. */
  step: number
  /** How the slider's value is read out. */
  words: (value: number) => string
  /** A size that can be typed, for the error message. */
  example?: string
}

/** A figure with a lower and an upper limit, under `minName` and `maxName` in the URL. */
export interface RangeFacet extends Row {
  kind: 'range'
  /** Undefined if unknown; or the figure of the workload's cost to use. */
  figure: ((model: Model) => number | undefined) | 'month'
  format: (value: number) => string
  field?: LimitField
  /** Can be the plot's horizontal axis. */
  isAxis?: boolean
}

const priceField = {
  end: 'max',
  unit: '$ per 1M',
  stops: [0, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100],
  step: 0.1,
  words: formatDollars,
} as const

/**
 * Everything the catalogue can be filtered by, one row each, by its name in the URL. The view's type, the URL, the index,
 * counts, the filter panel, chips and columns follow from this table. Its order is that of the chips.
 */
export const facets = {
  type: {
    kind: 'fixed',
    label: 'Type',
    values: typeWords,
    of: (model) => model.model_type,
    match: 'any',
    panel: 10,
    column: { name: 'type', width: 7.75 },
  },
  maker: {
    kind: 'dynamic',
    label: 'Maker',
    of: makerOf,
    labelOf: (key) => (key === 'community' ? 'Other makers' : makerName(key)),
    normalize: makerKey,
    isKnown: (key) => key === 'community' || isKnownMaker(key),
    // Old links have `community` for all makers without an author of their own.
    accepts: (chosen, key) => chosen === key || (chosen === 'community' && !makersWithAuthor.has(key)),
    alias: 'author',
    match: 'any',
    panel: 70,
    shownFirst: 8,
    column: { name: 'author', width: 8 },
  },
  can: {
    kind: 'fixed',
    label: 'Capabilities',
    values: capabilityWords,
    of: ({ capabilities = [] }) => capabilities,
    match: 'choice',
    panel: 20,
    column: { name: 'can', width: 7.5, heading: 'Capabilities', sort: 'count' },
  },
  status: {
    kind: 'fixed',
    label: 'Status',
    // The API’s words, as "Connected" is a checkbox of its own. Deleted models are never listed.
    values: { active: 'Active', pending: statusWords.pending.text, inactive: 'Inactive' },
    of: (model) => model.status,
    match: 'any',
    panel: 80,
    column: { name: 'status', width: 6.5 },
  },
  visibility: {
    kind: 'fixed',
    label: 'Visibility',
    values: { public: 'Public', private: 'Private' },
    of: (model) => model.visibility,
    match: 'any',
    panel: 90,
    column: { name: 'visibility', width: 5.5 },
  },
  price: {
    kind: 'fixed',
    label: 'Price',
    values: { known: 'Price known', free: 'Free' },
    of: priceKindsOf,
    match: 'any',
    panel: 60,
  },
  open: {
    kind: 'flag',
    label: 'Connected',
    of: isCallable,
  },
  context: {
    kind: 'range',
    label: 'Context',
    figure: contextOf,
    format: formatSize,
    panel: 30,
    field: {
      end: 'min',
      label: 'Minimum context',
      unit: 'tokens',
      sliderName: 'Context from 8K to 2M',
      stops: [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 256_000, 500_000, 1_000_000, 2_000_000],
      step: 1_000,
      words: (value) => `${formatSize(value)} tokens`,
      example: '200k',
    },
  },
  input: {
    kind: 'range',
    label: 'Input price',
    figure: (model) => rateOf(model, 'input_tokens'),
    format: formatDollars,
    panel: 40,
    field: { ...priceField, label: 'Maximum input price', sliderName: 'Input from free to $100' },
    isAxis: true,
  },
  output: {
    kind: 'range',
    label: 'Output price',
    figure: (model) => rateOf(model, 'output_tokens'),
    format: formatDollars,
    panel: 50,
    field: { ...priceField, label: 'Maximum output price', sliderName: 'Output from free to $100' },
    isAxis: true,
  },
  month: {
    kind: 'range',
    label: 'Cost per month',
    figure: 'month',
    format: formatDollars,
    isAxis: true,
  },
} as const satisfies Record<string, FixedFacet | DynamicFacet | FlagFacet | RangeFacet>

/** Deprecated models are hidden until this is checked; that is no filter, so it has no row. */
export const deprecatedLabel = 'Show deprecated'

const noPrice = [] as const
const knownPrice = ['known'] as const
const freePrice = ['known', 'free'] as const

/** Free if everything that has a price is free. */
function priceKindsOf({ pricing }: Model): readonly string[] {
  let isKnown = false
  for (const { rate } of pricing) {
    if (rate > 0 && Number.isFinite(rate)) return knownPrice
    if (rate === 0) isKnown = true
  }
  return isKnown ? freePrice : noPrice
}
