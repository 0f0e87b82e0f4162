import { authors, capability, priceMetrics, type Author } from '#contract/model.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { EngineModel } from '#service/engines/engine.ts'
import type { ReferenceEntry, ReferenceSource } from './reference-entry.ts'

/**
 * A model as the reference catalogue knows it, told the way engines tell theirs: what nobody documents is absent. It is
 * inactive, since nobody serves it yet.
 */
export interface ReferenceModel extends EngineModel {
  author: Author
  status: 'inactive'
  /** Where its facts are from, and of which day they are. */
  facts: ReferenceSource
  /** Where its prices are from. They are the maker's own, and hold for no one else who serves the model. */
  pricing_facts?: ReferenceSource
}

/** Reads an entry of the committed file; undefined for one whose source the file doesn't name. */
export function referenceModel(entry: ReferenceEntry, sources: readonly ReferenceSource[]): ReferenceModel | undefined {
  const facts = sources[entry.source]
  if (!facts) return undefined
  const author = authorOf(entry.id)
  const { created, context, capabilities, rates = {} } = entry
  const pricing = priceMetrics.flatMap((metric) => {
    const rate = rates[metric]
    return rate === undefined ? [] : [{ metric, rate }]
  })
  const pricingFacts = entry.rates_source === undefined ? undefined : sources[entry.rates_source]
  return {
    id: entry.id,
    author,
    name: entry.name,
    description: entry.description,
    owned_by: entry.owner ?? author,
    status: 'inactive',
    model_type: modelTypes.find((type) => type === entry.type) ?? 'text_generation',
    ...(created !== undefined && { created }),
    ...(context !== undefined && { context_length: context }),
    ...(capabilities && { capabilities: capability.options.filter((can) => capabilities.includes(can)) }),
    ...(pricing.length > 0 && { pricing }),
    facts,
    ...(pricingFacts && { pricing_facts: pricingFacts }),
  }
}

function authorOf(id: string): Author {
  return authors.find((author) => id.startsWith(`${author}/`)) ?? 'community'
}
