import { type CostEstimate, estimateCost } from '#app/models/cost-estimate.ts'
import { cutoffWords, dayWords, isoDay, releasedAt } from '#app/models/dates.ts'
import { makerName, makerOf } from '#app/models/makers.ts'
import {
  capabilityWords,
  contextWords,
  modalityWords,
  priceWords,
  shownCapabilities,
  sourceWords,
  statusLook,
  typeName,
} from '#app/models/model-words.tsx'
import {
  costEstimateWords,
  misfitMark,
  misfitWords,
  priceSourceWords,
  priceUnits,
  shownMetrics,
  thresholdWords,
  thresholdsOf,
  unitPriceOf,
} from '#app/models/price-words.ts'
import type { Workload } from '#app/models/workload.ts'
import { formatCount, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Capability, Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { contextOf } from '#app/models/text-models.ts'

/** The value of one model in one row. */
export interface CompareCell {
  /** On screen; a dash if unknown. */
  text: string
  /** For ranking and export; null if unknown. */
  value: string | number | null
  /** The exact figure, when the text is rounded. */
  exact?: string
  /** Shown below the text. */
  note?: string
  /** Whether it is the best of its row, and the row has a worse one. */
  best: boolean
}

/** One field of all models. */
export interface CompareRow {
  name: string
  /** Set in tabular figures. */
  figures: boolean
  /** Long texts may wrap. */
  long?: boolean
  /** One per model, in order. */
  cells: readonly CompareCell[]
  /** Whether any two models differ. */
  differs: boolean
}

/** A row before its cells are compared. */
interface Field {
  name: string
  /** Which value is better; absent if neither is. */
  better?: 'lower' | 'higher'
  figures?: boolean
  long?: boolean
  of: (model: Model) => Omit<CompareCell, 'best'>
}

/**
 * One row per field. Prices that none of the models has are omitted, except those of input and output tokens. `readAt` is
 * when the catalogue was read, in milliseconds since 1970.
 */
export function compareRows(models: readonly Model[], workload: Workload, readAt: number): CompareRow[] {
  const estimates = new Map(models.map((model) => [model, estimateCost(model, workload)]))
  const estimate = (name: string, of: (estimate: CostEstimate) => number, isFirst = false): Field => ({
    name,
    better: 'lower',
    figures: true,
    of: (model) => {
      const found = estimates.get(model)
      if (!found) {
        const misfit = misfitWords(model, workload)
        if (misfit === undefined) return unknown
        return { text: isFirst ? `${misfitMark}: ${misfit}` : misfitMark, value: null }
      }
      const { aboveInputTokens: threshold } = found
      return {
        text: costEstimateWords(of(found)),
        value: of(found),
        ...(threshold !== undefined && { note: thresholdWords(threshold) }),
      }
    },
  })
  const fields: Field[] = [
    { name: 'Status', of: ({ status }) => worded(statusLook(status).text) },
    {
      name: 'Context',
      better: 'higher',
      figures: true,
      of: (model) => {
        const value = contextOf(model)
        if (value === undefined) return unknown
        return { text: contextWords(model), value, exact: `${formatCount(value)} tokens` }
      },
    },
    {
      name: 'Maximum output',
      better: 'higher',
      figures: true,
      of: ({ max_output_tokens: value }) =>
        value === undefined ? unknown : { text: formatSize(value), value, exact: `${formatCount(value)} tokens` },
    },
    { name: 'Modalities', of: (model) => worded(modalityWords(model) ?? '') },
    ...shownMetrics.filter((metric) => isShown(metric, models)).flatMap((metric) => priceFields(metric, models)),
    { name: 'Price source', long: true, of: (model) => sourced(model, readAt) },
    estimate('Cost per request', ({ perRequest }) => perRequest, true),
    estimate('Cost per day', ({ perDay }) => perDay),
    estimate('Cost per month', ({ perMonth }) => perMonth),
    ...shownCapabilities.map(capabilityField),
    { name: 'Type', of: (model) => worded(typeName(model.model_type)) },
    { name: 'Maker', of: (model) => worded(makerName(makerOf(model))) },
    {
      name: 'Released',
      of: (model) => {
        const time = releasedAt(model)
        return time === undefined ? unknown : { text: dayWords(time), value: isoDay(time) }
      },
    },
    {
      name: 'Knowledge cutoff',
      of: ({ knowledge_cutoff: cutoff }) =>
        cutoff === undefined ? unknown : { text: cutoffWords(cutoff), value: cutoff },
    },
    {
      name: 'Open weights',
      of: ({ open_weights: open }) => (open === undefined ? unknown : worded(open ? 'Yes' : 'No')),
    },
    { name: 'Visibility', of: ({ visibility }) => worded(visibility === 'private' ? 'Private' : 'Public') },
    { name: 'Slug', of: ({ slug }) => worded(slug) },
    { name: 'Description', long: true, of: ({ description }) => worded(description) },
    {
      name: 'Data source',
      long: true,
      of: ({ reference }) => worded(reference ? sourceWords(reference) : 'the provider'),
    },
  ]
  return fields.map((field) => rowOf(field, models))
}

const unknown = { text: unknownMark, value: null } as const

function worded(text: string): Omit<CompareCell, 'best'> {
  return text === '' ? unknown : { text, value: text }
}

function sourced(model: Model, readAt: number): Omit<CompareCell, 'best'> {
  return model.pricing.length === 0 ? unknown : worded(priceSourceWords(model, readAt).replace(/^Prices from /, ''))
}

function isShown(metric: PriceMetric, models: readonly Model[]): boolean {
  const always = metric === 'input_tokens' || metric === 'output_tokens'
  return always || models.some((model) => rateOf(model, metric) !== undefined)
}

/** The price of a metric, and a row for each threshold above which one of the models has another price. */
function priceFields(metric: PriceMetric, models: readonly Model[]): Field[] {
  const thresholds = new Set(models.flatMap((model) => thresholdsOf(model, metric)))
  const { heading } = priceUnits[metric]
  return [0, ...[...thresholds].toSorted((one, other) => one - other)].map((threshold) => ({
    name: threshold === 0 ? heading : `${heading} ${thresholdWords(threshold)}`,
    better: 'lower',
    figures: true,
    of: (model) => {
      const rate = rateOf(model, metric, threshold === 0 ? 0 : threshold + 1)
      // A request this long fits no model with a smaller context.
      if (rate === undefined || (threshold > 0 && (contextOf(model) ?? Infinity) <= threshold)) return unknown
      const value = unitPriceOf(metric, rate)
      return { text: priceWords(value), value }
    },
  }))
}

function capabilityField(capability: Capability): Field {
  return {
    name: capabilityWords[capability],
    // Catalogues list what a model can do; what they don't list is unknown.
    of: (model) => (model.capabilities?.includes(capability) ? worded('Yes') : unknown),
  }
}

function rowOf({ name, better, figures = false, long = false, of }: Field, models: readonly Model[]): CompareRow {
  const cells = models.map(of)
  const known = cells.flatMap(({ value, text }) => (typeof value === 'number' ? { value, text } : []))
  const [best] = known.toSorted((one, other) => (better === 'lower' ? 1 : -1) * (one.value - other.value))
  // Ranked by the text on screen: 1,048,576 and 1,047,576 are both 1.05M.
  const isRanked = better !== undefined && known.some(({ text }) => text !== best?.text)
  return {
    name,
    figures,
    long,
    cells: cells.map((cell) => ({ ...cell, best: isRanked && cell.value !== null && cell.text === best?.text })),
    differs: new Set(cells.map(({ value, text }) => value ?? text)).size > 1,
  }
}
