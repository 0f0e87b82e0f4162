import { type JsonRecord, isRecord } from '#contract/json.ts'
import { type Listing, type RateTier, type Rates, rubyLlm } from './listing.ts'
import { countIn, cutoffIn, dayIn, flagIn, modalitiesIn, textIn, textsIn } from './fields.ts'
import { identifyInModelsDev, typeOfName } from './identify.ts'
import { ratePerMillion } from './rates.ts'

/** Reads models.dev's `{provider: {models: {id: facts}}}`; its costs are US dollars per 1,000,000 tokens. */
export function readModelsDev(providers: unknown, source: number): Listing[] {
  if (!isRecord(providers)) return []
  return Object.entries(providers).flatMap(([provider, entry]) => {
    const models = isRecord(entry) ? entry['models'] : undefined
    if (!isRecord(models)) return []
    return Object.entries(models).flatMap(([id, facts]) => {
      const listing = isRecord(facts) ? listingOf(provider, id, facts) : undefined
      return listing ? [{ ...listing, source }] : []
    })
  })
}

/** Reads one model from models.dev's fields; undefined if its id doesn't name a model of a maker in `owners`. */
function listingOf(provider: string, id: string, facts: JsonRecord): Omit<Listing, 'source'> | undefined {
  const identity = identifyInModelsDev(provider, id)
  if (!identity) return undefined
  const limit = isRecord(facts['limit']) ? facts['limit'] : {}
  const modalities = isRecord(facts['modalities']) ? facts['modalities'] : {}
  const takes = textsIn(modalities, 'input')
  return {
    ...identity,
    provider,
    id,
    title: textIn(facts, 'name'),
    type: typeOfName(identity.name) ?? typeOfModalities(identity.name, takes, textsIn(modalities, 'output')),
    released: dayIn(facts, 'release_date'),
    cutoff: cutoffIn(facts, 'knowledge'),
    context: countIn(limit, 'context'),
    maxOutput: countIn(limit, 'output'),
    input: modalitiesIn(modalities, 'input'),
    output: modalitiesIn(modalities, 'output'),
    vision: takes?.includes('image'),
    tools: flagIn(facts, 'tool_call'),
    structured: flagIn(facts, 'structured_output'),
    reasoning: flagIn(facts, 'reasoning'),
    editing: takes?.includes('image'),
    openWeights: flagIn(facts, 'open_weights'),
    deprecated: facts['status'] === 'deprecated',
    ...(isRecord(facts['cost']) ? { rates: ratesOf(facts['cost']), tiers: tiersOf(facts['cost']) } : { rates: {} }),
  }
}

function ratesOf(cost: JsonRecord): Rates {
  return {
    input_tokens: ratePerMillion(cost['input'], 1_000_000),
    output_tokens: ratePerMillion(cost['output'], 1_000_000),
    cached_input_tokens: ratePerMillion(cost['cache_read'], 1_000_000),
    reasoning_tokens: ratePerMillion(cost['reasoning'], 1_000_000),
    cache_write_tokens: ratePerMillion(cost['cache_write'], 1_000_000),
    input_audio_tokens: ratePerMillion(cost['input_audio'], 1_000_000),
    output_audio_tokens: ratePerMillion(cost['output_audio'], 1_000_000),
  }
}

/** Prices of longer prompts. Ignores `context_over_200k`, which repeats them with an often wrong threshold. */
function tiersOf(cost: JsonRecord): RateTier[] {
  const tiers: unknown = cost['tiers']
  return (Array.isArray(tiers) ? tiers : []).flatMap((each: unknown) => {
    const above = isRecord(each) && isRecord(each['tier']) ? countIn(each['tier'], 'size') : undefined
    return isRecord(each) && above !== undefined ? [{ above, rates: ratesOf(each) }] : []
  })
}

function typeOfModalities(name: string, takes: string[] | undefined, makes: string[] | undefined): Listing['type'] {
  if (!takes?.length || !makes?.length) return undefined
  if (makes.includes('video')) return 'other'
  // Some resellers list “image” for chat models that call another model to generate images.
  if (makes.includes('image') && (!makes.includes('text') || name.includes('image'))) return 'image_generation'
  if (!makes.includes('text')) return takes.includes('text') && makes.includes('audio') ? 'text_to_speech' : 'other'
  if (takes.includes('text')) return 'text_generation'
  return takes.includes('audio') ? 'speech_to_text' : 'other'
}

/** The listings and dates in ruby_llm's list. */
interface RubyLlm {
  listings: Listing[]
  /** Creation dates from the makers' own lists, by provider and model id. */
  created: ReadonlyMap<string, string>
}

/** Providers with reliable creation dates; others list one day for all models, or the day they began to serve one. */
const datedLists = new Set(['openai'])

/**
 * Reads ruby_llm's `[model…]`. Its entries from models.dev are newer than our copy. Its entries from providers' own lists
 * have guessed limits and prices, so only the date and, for OpenRouter, the modalities are used.
 */
export function readRubyLlm(list: unknown): RubyLlm {
  const models = Array.isArray(list) ? list.filter(isRecord) : []
  const created = new Map<string, string>()
  const listings = models.flatMap((model): Listing[] => {
    const id = textIn(model, 'id') ?? ''
    const provider = textIn(model, 'provider') ?? ''
    const metadata = isRecord(model['metadata']) ? model['metadata'] : {}
    const source = textIn(metadata, 'source')
    if (source === 'models.dev') {
      const listing = listingOf(textIn(metadata, 'provider_id') ?? provider, id, asInModelsDev(model, metadata))
      return listing ? [{ ...listing, source: rubyLlm }] : []
    }
    const day = dayOf(model)
    if (datedLists.has(provider) && day !== undefined) created.set(`${provider} ${id}`, day)
    if (provider !== 'openrouter') return []
    const listing = listingOf(provider, id, { name: model['name'], modalities: model['modalities'] })
    return listing && listing.type !== 'text_generation' ? [{ ...listing, source: rubyLlm }] : []
  })
  return { listings, created }
}

/** Converts ruby_llm's fields to those of models.dev. */
function asInModelsDev(model: JsonRecord, metadata: JsonRecord): JsonRecord {
  const can = textsIn(model, 'capabilities') ?? []
  return {
    ...metadata,
    name: model['name'],
    release_date: dayOf(model),
    modalities: model['modalities'],
    tool_call: can.includes('function_calling'),
    reasoning: can.includes('reasoning'),
    // Left out if false: this list doesn't distinguish false from unknown.
    ...(can.includes('structured_output') && { structured_output: true }),
  }
}

function dayOf(model: JsonRecord): string | undefined {
  return textIn(model, 'created_at')?.slice(0, 10)
}
