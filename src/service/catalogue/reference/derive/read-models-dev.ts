import { isRecord, type JsonRecord } from '#contract/json.ts'
import type { Claim, Rates, RateTier } from './claim.ts'
import { countIn, cutoffIn, dayIn, flagIn, modalitiesIn, textIn, textsIn } from './fields.ts'
import { identifyInModelsDev } from './identify.ts'
import { ratePerMillion } from './rate-per-million.ts'
import { typeOfName } from './type-of-name.ts'

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
export function claimOf(provider: string, id: string, facts: JsonRecord): Omit<Claim, 'source'> | undefined {
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
