import { capabilities as allCapabilities, modelTypes, priceMetrics } from '#contract/model-types.ts'
import { type Author, type Capability, type Model, type ModelType, authors } from '#contract/model.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { ReferenceData, ReferenceEntry, ReferenceSource } from './reference-entry.ts'

interface Described {
  type: ModelType
  maker: string
  capabilities: readonly Capability[]
  openWeights: boolean
}

/** Generates a description from the facts: “DeepSeek open-weights text model with tools and reasoning.” */
function describeModel({ type, maker, capabilities, openWeights }: Described): string {
  const can = capabilities.flatMap((each) => abilities[each] ?? [])
  return `${maker} ${openWeights ? 'open-weights ' : ''}${kinds[type]} model${can.length > 0 ? ` with ${listed(can)}` : ''}.`
}

const kinds: Readonly<Record<ModelType, string>> = {
  text_generation: 'text',
  image_generation: 'image',
  speech_to_text: 'speech-to-text',
  text_to_speech: 'text-to-speech',
  moderation: 'moderation',
}

const abilities: Readonly<Partial<Record<Capability, string>>> = {
  vision: 'vision',
  function_calling: 'tools',
  structured_output: 'structured output',
  reasoning: 'reasoning',
  image_editing: 'image editing',
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

/** Facts that engines don't report. */
export type ReferenceFacts = Pick<
  Model,
  | 'deprecated'
  | 'max_output_tokens'
  | 'input_modalities'
  | 'output_modalities'
  | 'knowledge_cutoff'
  | 'open_weights'
  | 'served_by'
>

/**
 * A model of the reference catalogue, in the form of an engine's model. Unknown facts are absent. It is inactive, since no
 * engine serves it yet.
 */
export interface ReferenceModel extends EngineModel {
  author: Author
  status: 'inactive'
  /** Published with any engine. */
  more: ReferenceFacts
  /** The source and date of its facts. */
  facts: ReferenceSource
  /** The source of its prices, which are the maker's list prices. */
  pricing_facts?: ReferenceSource
}

/** Converts an entry of the committed file; undefined if its source is missing. */
export function referenceModel(
  entry: ReferenceEntry,
  { sources, makers, providers }: Omit<ReferenceData, 'models'>,
): ReferenceModel | undefined {
  const facts = sources[entry.source]
  if (!facts) return undefined
  const author = authorOf(entry.id)
  const owner = entry.owner ?? author
  const type = modelTypes.find((each) => each === entry.type) ?? 'text_generation'
  const documented = wordsOf(entry.capabilities)
  const capabilities = allCapabilities.filter((can) => documented.includes(can))
  const pricing = pricingOf(entry)
  const pricingFacts = entry.rates_source === undefined ? undefined : sources[entry.rates_source]
  const description = { type, maker: makers[owner] ?? owner, capabilities, openWeights: entry.open_weights === true }
  return {
    id: entry.id,
    author,
    name: entry.name,
    description: describeModel(description),
    owned_by: owner,
    status: 'inactive',
    model_type: type,
    ...(entry.released !== undefined && { created: Date.parse(`${entry.released}T00:00:00Z`) / 1000 }),
    ...(entry.context !== undefined && { context_length: entry.context }),
    ...(capabilities.length > 0 && { capabilities }),
    ...(pricing.length > 0 && { pricing }),
    more: moreOf(entry, providers),
    facts,
    ...(pricingFacts && { pricing_facts: pricingFacts }),
  }
}

function moreOf(entry: ReferenceEntry, providers: ReferenceData['providers']): ReferenceFacts {
  const { deprecated, max_output, input, output, cutoff, open_weights, served_by } = entry
  return {
    ...(deprecated === true && { deprecated }),
    ...(max_output !== undefined && { max_output_tokens: max_output }),
    ...(input !== undefined && { input_modalities: wordsOf(input) }),
    ...(output !== undefined && { output_modalities: wordsOf(output) }),
    ...(cutoff !== undefined && { knowledge_cutoff: cutoff }),
    ...(open_weights !== undefined && { open_weights }),
    ...(served_by && { served_by: served_by.map((key) => providers[key] ?? key) }),
  }
}

function pricingOf({ rates = {}, tiers = [] }: ReferenceEntry): Model['pricing'] {
  return priceMetrics.flatMap((metric) => {
    const rate = rates[metric]
    if (rate === undefined) return []
    const above = tiers.flatMap(({ above: above_input_tokens, [metric]: higher }) =>
      higher === undefined ? [] : [{ above_input_tokens, rate: higher }],
    )
    return [{ metric, rate, ...(above.length > 0 && { tiers: above }) }]
  })
}

function wordsOf(text = ''): string[] {
  return text.split(' ').filter(Boolean)
}

function authorOf(id: string): Author {
  return authors.find((author) => id.startsWith(`${author}/`)) ?? 'community'
}
