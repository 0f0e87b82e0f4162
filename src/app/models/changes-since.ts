import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { CatalogueSnapshot } from '#app/data/last-visit.ts'

/** One price that is another now; in US dollars per 1,000,000 tokens. */
export interface PriceChange {
  /** As it is now. */
  model: Model
  metric: 'input_tokens' | 'output_tokens'
  before: number
  after: number
}

/** What changed in the catalogue, each in the catalogue's order. */
export interface CatalogueChanges {
  added: readonly Model[]
  /** The ids of what is not there any more. */
  gone: readonly string[]
  up: readonly PriceChange[]
  down: readonly PriceChange[]
}

const metrics = ['input_tokens', 'output_tokens'] as const

/** The catalogue as it is kept for the next visit; `at` in milliseconds since 1970. */
export function snapshotOf(models: readonly Model[], at: number): CatalogueSnapshot {
  return {
    at,
    rates: new Map(
      models.map((model) => [
        model.id,
        [rateOf(model, 'input_tokens') ?? null, rateOf(model, 'output_tokens') ?? null],
      ]),
    ),
  }
}

/** What is different now. A price that was unknown then, or is now, went neither up nor down. */
export function changesSince({ rates }: CatalogueSnapshot, models: readonly Model[]): CatalogueChanges {
  const prices = models.flatMap((model) =>
    metrics.flatMap((metric, place): PriceChange[] => {
      const before = rates.get(model.id)?.[place] ?? null
      const after = rateOf(model, metric)
      if (before === null || after === undefined || before === after) return []
      return [{ model, metric, before, after }]
    }),
  )
  const present = new Set(models.map(({ id }) => id))
  return {
    added: models.filter(({ id }) => !rates.has(id)),
    gone: [...rates.keys()].filter((id) => !present.has(id)),
    up: prices.filter(({ before, after }) => after > before),
    down: prices.filter(({ before, after }) => after < before),
  }
}

/** How many changes there are, of all kinds. */
export function countChanges({ added, gone, up, down }: CatalogueChanges): number {
  return added.length + gone.length + up.length + down.length
}
