import type { ReferenceData, ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import { deriveReference } from './derive-reference.ts'

/** A source's facts about one model. */
export type Facts = Record<string, unknown>

/** models.dev's data: provider, id, facts. */
export type Providers = Record<string, Record<string, Facts>>

export const sourceDates = {
  rubyLlm: { date: '2026-08-19', commit: 'fb5a49b' },
  modelsDev: { date: '2026-07-02', commit: 'f3fc692' },
  litellm: { date: '2026-07-24' },
}

/** Derives the reference from the given sources. */
export function derive(
  providers: Providers,
  litellm: Record<string, Facts> = {},
  rubyLlm: readonly Facts[] = [],
): ReferenceData {
  const modelsDev = Object.fromEntries(Object.entries(providers).map(([name, models]) => [name, { name, models }]))
  return deriveReference({ modelsDev, litellm, rubyLlm }, sourceDates)
}

/** Derives exactly one model. */
export function deriveOne(
  providers: Providers,
  litellm: Record<string, Facts> = {},
  rubyLlm: readonly Facts[] = [],
): ReferenceEntry {
  const [model, ...others] = derive(providers, litellm, rubyLlm).models
  if (!model || others.length > 0) throw new Error(`${others.length + (model ? 1 : 0)} models instead of one`)
  return model
}

/** A chat model in models.dev's format. */
export function chatModel(facts: Facts = {}): Facts {
  return {
    name: 'A Model',
    release_date: '2025-04-14',
    attachment: true,
    tool_call: true,
    reasoning: false,
    open_weights: false,
    cost: { input: 0.4, output: 1.6 },
    limit: { context: 128000, output: 16384 },
    modalities: { input: ['text'], output: ['text'] },
    ...facts,
  }
}

/** A chat model with open weights. */
export function openModel(facts: Facts = {}): Facts {
  return chatModel({ open_weights: true, ...facts })
}

/** A model in ruby_llm's format, from models.dev. */
export function ruby(provider: string, id: string, facts: Facts = {}, metadata: Facts = {}): Facts {
  return {
    id,
    provider,
    name: 'A Model',
    created_at: '2026-08-01 00:00:00 UTC',
    modalities: { input: ['text'], output: ['text'] },
    capabilities: ['function_calling'],
    ...facts,
    metadata: {
      source: 'models.dev',
      provider_id: provider,
      open_weights: false,
      limit: { context: 128000, output: 16384 },
      cost: { input: 0.4, output: 1.6 },
      ...metadata,
    },
  }
}
