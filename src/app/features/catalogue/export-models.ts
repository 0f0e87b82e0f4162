import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { contextOf } from '#app/models/context-of.ts'
import { isoDay } from '#app/models/date-words.ts'
import { shownMetrics } from '#app/models/price-words.ts'
import { releasedAt } from '#app/models/released-at.ts'
import { csvOf, type TextTable } from '#app/models/tables-as-text.ts'

const priceHeadings: Record<PriceMetric, string> = {
  input_tokens: 'input_usd_per_1m',
  cached_input_tokens: 'cached_input_usd_per_1m',
  output_tokens: 'output_usd_per_1m',
  reasoning_tokens: 'reasoning_usd_per_1m',
  images: 'images_usd_per_1m',
  audio_seconds: 'audio_seconds_usd_per_1m',
  characters: 'characters_usd_per_1m',
}

/**
 * Models as CSV, in the order given. Unknown is empty, free is 0. Beside the prices stands
 * where they are from and of which day: nothing, where that is the engine itself or the operator.
 */
export function modelsAsCsv(models: readonly Model[]): string {
  const heading = [
    'id',
    'name',
    'author',
    'type',
    'status',
    'visibility',
    'capabilities',
    'context_length',
    ...shownMetrics.map((metric) => priceHeadings[metric]),
    'prices_from',
    'prices_of',
    'created',
    'description',
  ]
  const rows: TextTable = models.map((model) => [
    model.id,
    model.name,
    model.author,
    model.model_type,
    model.status,
    model.visibility,
    (model.capabilities ?? []).join(' '),
    contextOf(model) ?? null,
    ...shownMetrics.map((metric) => rateOf(model, metric) ?? null),
    model.pricing_source?.name ?? null,
    model.pricing_source?.date ?? null,
    dayOf(model),
    model.description,
  ])
  return csvOf([heading, ...rows])
}

/** Models as JSON, as the service publishes them and in the order given. */
export function modelsAsJson(models: readonly Model[]): string {
  return `${JSON.stringify({ object: 'list', data: models }, null, 2)}\n`
}

function dayOf(model: Model): string | null {
  const time = releasedAt(model)
  return time === undefined ? null : isoDay(time)
}
