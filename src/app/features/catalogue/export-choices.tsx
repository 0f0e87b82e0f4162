import { isoDay, releasedAt } from '#app/models/dates.ts'
import { makerName, makerOf, unknownMaker } from '#app/models/makers.ts'
import { shownMetrics, thresholdsOf } from '#app/models/price-words.ts'
import { type TextTable, csvOf } from '#app/models/tables-as-text.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/format.ts'
import type { Model, PriceMetric } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { contextOf } from '#app/models/text-models.ts'

/** The columns of prices. Rarer prices are in the JSON export only. */
const priceColumns = [
  ['input_tokens', 'input_usd_per_1m'],
  ['cached_input_tokens', 'cached_input_usd_per_1m'],
  ['output_tokens', 'output_usd_per_1m'],
  ['reasoning_tokens', 'reasoning_usd_per_1m'],
  ['images', 'images_usd_per_1m'],
  ['audio_seconds', 'audio_seconds_usd_per_1m'],
  ['characters', 'characters_usd_per_1m'],
] as const satisfies readonly (readonly [PriceMetric, string])[]

/**
 * Models as CSV, in the order given. Unknown is empty, free is 0. `prices_from` and `prices_of` are source and date of the
 * prices, empty if the engine or the operator set them. Add new columns at the end.
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
    ...priceColumns.map(([, column]) => column),
    'prices_from',
    'prices_of',
    'created',
    'description',
    'price_tiers',
    'max_output_tokens',
    'input_modalities',
    'output_modalities',
    'knowledge_cutoff',
    'open_weights',
    'maker',
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
    ...priceColumns.map(([metric]) => rateOf(model, metric) ?? null),
    model.pricing_source?.name ?? null,
    model.pricing_source?.date ?? null,
    dayOf(model),
    model.description,
    tiersOf(model),
    model.max_output_tokens ?? null,
    model.input_modalities?.join(' ') ?? null,
    model.output_modalities?.join(' ') ?? null,
    model.knowledge_cutoff ?? null,
    model.open_weights === undefined ? null : String(model.open_weights),
    makerOf(model) === unknownMaker ? null : makerName(makerOf(model)),
  ])
  return csvOf([heading, ...rows])
}

/** The prices of long requests, per 1M: `input_tokens above 200000: 2.5; output_tokens above 200000: 15`. */
function tiersOf(model: Model): string | null {
  const tiers = shownMetrics.flatMap((metric) =>
    thresholdsOf(model, metric).map(
      (threshold) => `${metric} above ${threshold}: ${rateOf(model, metric, threshold + 1)}`,
    ),
  )
  return tiers.length === 0 ? null : tiers.join('; ')
}

/** Models as JSON in the service's format, in the order given. */
export function modelsAsJson(models: readonly Model[]): string {
  return `${JSON.stringify({ object: 'list', data: models }, null, 2)}\n`
}

function dayOf(model: Model): string | null {
  const time = releasedAt(model)
  return time === undefined ? null : isoDay(time)
}

interface ExportProps {
  count: number
  /** The shown models in order; only called on export. */
  models: () => readonly Model[]
}

/** Saves the shown models as a file. */
export function ExportChoices({ count, models, onDone }: ExportProps & { onDone: () => void }) {
  return (
    <>
      <p className="text-text-muted">
        Exports the {formatCount(count)} {count === 1 ? 'model' : 'models'} in this view, in the current order, with all
        fields.
      </p>
      <div className="flex gap-2">
        <Button
          onClick={() => {
            save('models.csv', 'text/csv', modelsAsCsv(models()))
            onDone()
          }}
        >
          Download CSV
        </Button>
        <Button
          onClick={() => {
            save('models.json', 'application/json', modelsAsJson(models()))
            onDone()
          }}
        >
          Download JSON
        </Button>
      </div>
    </>
  )
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download starts after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
