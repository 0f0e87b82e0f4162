import {
  capabilityWords,
  contextWords,
  priceWords,
  shownCapabilities,
  statusLook,
  typeName,
} from '#app/models/model-words.ts'
import type { Capability, Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { formatCount, unknownMark } from '#app/ui/format.ts'
import { billOf, daysInMonth, type Bill } from '#app/models/bill.ts'
import { billWords } from '#app/models/bill-words.ts'
import { contextOf } from '#app/models/context-of.ts'
import { dayWords, isoDay } from '#app/models/date-words.ts'
import { shownMetrics, metricWords, priceSourceWords } from '#app/models/price-words.ts'
import { releasedAt } from '#app/models/released-at.ts'
import { sourceWords } from '#app/models/source-words.ts'
import type { Workload } from '#app/models/workload.ts'

/** What one model has to say in one row. */
export interface CompareCell {
  /** As it is read; a dash where unknown. */
  text: string
  /** As it is reckoned with and exported; null where unknown. */
  value: string | number | null
  /** The exact figure, where the text is a round one. */
  exact?: string
  /** Whether nothing in its row is better, and something is worse. */
  best: boolean
}

/** One field of all models. */
export interface CompareRow {
  name: string
  /** Figures, whose digits stand equally wide. */
  figures: boolean
  /** Long texts may wrap. */
  long?: boolean
  /** One for each model, in their order. */
  cells: readonly CompareCell[]
  /** Whether any two models say different things. */
  differs: boolean
}

/** A row before its cells know of each other. */
interface Field {
  name: string
  /** Which value is the better one; left out where neither is. */
  better?: 'lower' | 'higher'
  figures?: boolean
  long?: boolean
  of: (model: Model) => Omit<CompareCell, 'best'>
}

/**
 * Everything there is to compare, a row each. Prices of units that none of the models charges for are left out, but not
 * those of tokens. `readAt` is when the catalogue was read, in milliseconds.
 */
export function compareRows(models: readonly Model[], workload: Workload, readAt: number): CompareRow[] {
  const bills = new Map(models.map((model) => [model, billOf(model, workload)]))
  const bill = (name: string, of: (bill: Bill) => number): Field => ({
    name,
    better: 'lower',
    figures: true,
    of: (model) => {
      const made = bills.get(model)
      return made ? { text: billWords(of(made)), value: of(made) } : unknown
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
    ...shownMetrics.filter((metric) => isShown(metric, models)).map(priceField),
    { name: 'Prices from', long: true, of: (model) => sourced(model, readAt) },
    bill('Cost of a request', ({ perRequest }) => perRequest),
    bill('Cost of a day', ({ perDay }) => perDay),
    bill(`Cost of ${daysInMonth} days`, ({ perMonth }) => perMonth),
    ...shownCapabilities.map(capabilityField),
    { name: 'Type', of: (model) => worded(typeName(model.model_type)) },
    { name: 'Author', of: ({ author }) => worded(author) },
    { name: 'Owned by', of: (model) => worded(model.owned_by) },
    {
      name: 'Released',
      of: (model) => {
        const time = releasedAt(model)
        return time === undefined ? unknown : { text: dayWords(time), value: isoDay(time) }
      },
    },
    { name: 'Visibility', of: ({ visibility }) => worded(visibility === 'private' ? 'Private' : 'Public') },
    { name: 'Slug', of: ({ slug }) => worded(slug) },
    { name: 'Description', long: true, of: ({ description }) => worded(description) },
    {
      name: 'Facts from',
      long: true,
      of: ({ reference }) => worded(reference ? sourceWords(reference) : 'the engine that serves it'),
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

function priceField(metric: PriceMetric): Field {
  return {
    name: `${metricWords[metric]} / 1M`,
    better: 'lower',
    figures: true,
    of: (model) => {
      const rate = rateOf(model, metric)
      return rate === undefined ? unknown : { text: priceWords(rate), value: rate }
    },
  }
}

function capabilityField(capability: Capability): Field {
  return {
    name: capabilityWords[capability],
    // Catalogues list what a model can do; what they leave out, nobody has denied.
    of: (model) => (model.capabilities?.includes(capability) ? worded('Yes') : unknown),
  }
}

function rowOf({ name, better, figures = false, long = false, of }: Field, models: readonly Model[]): CompareRow {
  const cells = models.map(of)
  const known = cells.flatMap(({ value }) => (typeof value === 'number' ? value : []))
  const least = Math.min(...known)
  const most = Math.max(...known)
  const best = better === 'lower' ? least : most
  const isRanked = better !== undefined && known.length > 1 && least < most
  return {
    name,
    figures,
    long,
    cells: cells.map((cell) => ({ ...cell, best: isRanked && cell.value === best })),
    differs: new Set(cells.map(({ value }) => value)).size > 1,
  }
}
