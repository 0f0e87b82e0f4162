import { isRecord, type JsonRecord } from '#contract/json.ts'
import { rubyLlm, type Claim } from './claim.ts'
import { textIn, textsIn } from './fields.ts'
import { claimOf } from './read-models-dev.ts'

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
