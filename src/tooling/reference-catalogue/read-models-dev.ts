import { type JsonRecord, isRecord } from '#contract/json.ts'
import { type Claim, type RateTier, type Rates, rubyLlm } from './claim.ts'
import { countIn, cutoffIn, dayIn, flagIn, modalitiesIn, textIn, textsIn } from './fields.ts'
import { identifyInModelsDev, typeOfName } from './identify.ts'
import { ratePerMillion } from './rates.ts'

/** Reads models.dev's `{provider: {models: {id: facts}}}`; its costs are US dollars per 1,000,000 tokens. */
export function readModelsDev(providers: unknown, source: number): Claim[] {
  if (!isRecord(providers)) return []
  return Object.entries(providers).flatMap(([provider, told]) => {
    const models = isRecord(told) ? told['models'] : undefined
    if (!isRecord(models)) return []
    return Object.entries(models).flatMap(([id, facts]) => {
      const claim = isRecord(facts) ? claimOf(provider, id, facts) : undefined
      return claim ? [{ ...claim, source }] : []
    })
  })
}

/** What one provider says of one model, in models.dev's fields; undefined where its id names no model that we keep. */
function claimOf(provider: string, id: string, facts: JsonRecord): Omit<Claim, 'source'> | undefined {
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
    reads: modalitiesIn(modalities, 'input'),
    makes: modalitiesIn(modalities, 'output'),
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
  }
}

/** What a longer prompt costs. `context_over_200k` says the same once more, with a threshold that is often wrong. */
function tiersOf(cost: JsonRecord): RateTier[] {
  const tiers: unknown = cost['tiers']
  return (Array.isArray(tiers) ? tiers : []).flatMap((each: unknown) => {
    const above = isRecord(each) && isRecord(each['tier']) ? countIn(each['tier'], 'size') : undefined
    return isRecord(each) && above !== undefined ? [{ above, rates: ratesOf(each) }] : []
  })
}

function typeOfModalities(name: string, takes: string[] | undefined, makes: string[] | undefined): Claim['type'] {
  if (!takes?.length || !makes?.length) return undefined
  if (makes.includes('video')) return 'other'
  // Some resellers tick “image” for chat models that draw by calling another one.
  if (makes.includes('image') && (!makes.includes('text') || name.includes('image'))) return 'image_generation'
  if (!makes.includes('text')) return takes.includes('text') && makes.includes('audio') ? 'text_to_speech' : 'other'
  if (takes.includes('text')) return 'text_generation'
  return takes.includes('audio') ? 'speech_to_text' : 'other'
}

/** What ruby_llm's list of models tells. */
interface RubyLlm {
  claims: Claim[]
  /** The days on which makers' own lists say that a model was created, by the maker's provider and its id. */
  created: ReadonlyMap<string, string>
}

/** Providers whose own lists say when a model was created; others give one day for all, or the day they began to serve it. */
const datedLists = new Set(['openai'])

/**
 * Reads ruby_llm's `[model…]`: what it has from models.dev is newer than our own copy. What it has from the provider's own
 * list alone has limits and prices filled in by guesses, so only its date and, at OpenRouter, what it reads and makes are
 * taken.
 */
export function readRubyLlm(list: unknown): RubyLlm {
  const models = Array.isArray(list) ? list.filter(isRecord) : []
  const created = new Map<string, string>()
  const claims = models.flatMap((model): Claim[] => {
    const id = textIn(model, 'id') ?? ''
    const provider = textIn(model, 'provider') ?? ''
    const metadata = isRecord(model['metadata']) ? model['metadata'] : {}
    const source = textIn(metadata, 'source')
    if (source === 'models.dev') {
      const claim = claimOf(textIn(metadata, 'provider_id') ?? provider, id, asInModelsDev(model, metadata))
      return claim ? [{ ...claim, source: rubyLlm }] : []
    }
    const day = dayOf(model)
    if (datedLists.has(provider) && day !== undefined) created.set(`${provider} ${id}`, day)
    if (provider !== 'openrouter') return []
    const claim = claimOf(provider, id, { name: model['name'], modalities: model['modalities'] })
    return claim && claim.type !== 'text_generation' ? [{ ...claim, source: rubyLlm }] : []
  })
  return { claims, created }
}

/** The same facts under the names that models.dev has for them. */
function asInModelsDev(model: JsonRecord, metadata: JsonRecord): JsonRecord {
  const can = textsIn(model, 'capabilities') ?? []
  return {
    ...metadata,
    name: model['name'],
    release_date: dayOf(model),
    modalities: model['modalities'],
    tool_call: can.includes('function_calling'),
    reasoning: can.includes('reasoning'),
    // models.dev leaves it out where it doesn't know, and this list doesn't tell that from a no.
    ...(can.includes('structured_output') && { structured_output: true }),
  }
}

function dayOf(model: JsonRecord): string | undefined {
  return textIn(model, 'created_at')?.slice(0, 10)
}
