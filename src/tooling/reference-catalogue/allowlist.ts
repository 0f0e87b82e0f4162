import type { ModelType } from '#contract/model.ts'
import { type Listing, multimodalResellers, litellm, modelsDev, rubyLlm } from './listing.ts'
import { isOpen } from './owners.ts'

/**
 * Text models that only LiteLLM lists at their maker. LiteLLM also keeps retired models without marking them, so these were
 * chosen by hand: newer than our copy of models.dev, or special models that it doesn't collect.
 */
const newToModelsDev = new Set([
  'amazon/nova-lite-v1',
  'amazon/nova-micro-v1',
  'amazon/nova-premier-v1',
  'amazon/nova-pro-v1',
  'ibm-granite/granite-3-3-8b-instruct',
  'ibm-granite/granite-4-h-small',
  'microsoft/mai-ds-r1',
  'microsoft/phi-3.5-vision-instruct',
  'mistralai/ministral-14b-2512',
  'mistralai/ministral-3b-2512',
  'mistralai/ministral-8b-2512',
  'openai/gpt-4o-mini-search-preview',
  'openai/gpt-4o-search-preview',
  'openai/gpt-5-search-api',
  'openai/gpt-audio',
  'openai/gpt-audio-1.5',
  'openai/gpt-audio-mini',
  'x-ai/grok-4',
  'x-ai/grok-4-1-fast-non-reasoning',
  'x-ai/grok-4-1-fast-reasoning',
  'x-ai/grok-4-fast-non-reasoning',
  'x-ai/grok-4-fast-reasoning',
])

/** Not published: aliases that move between models, composite or resold models, a retired family. */
const denied =
  /^(?:google\/(?:gemini-(?:flash|flash-lite|pro)-latest|imagen-3\.0-.*)|mistralai\/mistral-(?:tiny|small|medium|large)|openai\/gpt-5(?:\.\d)?-image.*|deepgram\/deepgram-whisper.*)$/

/** Temporary previews, not published unless another source confirms them. */
const temporary = /\b(?:preview|exp|experimental|beta|nightly)\b/

/** Why a model is published. */
interface AllowlistResult {
  /** Whether its maker lists it, or only providers that host it. */
  confirmedBy: 'maker' | 'hosts'
  /** The maker lists it as deprecated, or its announced shutdown date has passed. */
  deprecated: boolean
}

/**
 * Decides whether a model (`owner/name`) is published; undefined if it isn't. Its maker must list it (deprecated or not), or
 * two hosts if the weights are open, or a multimodal reseller if it isn't a text model. If our copy of the maker's list is
 * `old`, OpenRouter is enough for later models.
 */
export function allowlistFor(
  id: string,
  type: ModelType,
  listings: readonly Listing[],
  old: { isOld: (owner: string) => boolean; since: string },
): AllowlistResult | undefined {
  if (denied.test(id)) return undefined
  const makers = listings.filter(({ firstParty }) => firstParty)
  const isDeprecated = makers.length > 0 && newest(makers).every(({ deprecated }) => deprecated)
  const byMaker: AllowlistResult = { confirmedBy: 'maker', deprecated: isDeprecated }
  if (makers.some(({ source }) => source !== litellm)) return byMaker
  if (newToModelsDev.has(id) && makers.length > 0) return byMaker
  if (type === 'text_generation' && isDeprecated) return byMaker
  if (type !== 'text_generation') {
    if (makers.length > 0 && !temporary.test(id)) return byMaker
    const others = listings.filter(({ firstParty, owner }) => !firstParty && owner !== undefined)
    if (others.some(({ provider }) => multimodalResellers.has(provider)))
      return { confirmedBy: 'hosts', deprecated: false }
  }
  const byHosts: AllowlistResult = { confirmedBy: 'hosts', deprecated: false }
  const isNew = listings.some(
    ({ source, provider, owner, released = '' }) =>
      source === rubyLlm &&
      provider === 'openrouter' &&
      owner !== undefined &&
      old.isOld(owner) &&
      released > old.since,
  )
  if (isNew) return byHosts
  const hosts = new Set(listings.filter(({ firstParty }) => !firstParty).map(({ provider }) => provider))
  return hosts.size >= 2 && isOpen(listings) && !id.endsWith('-fast') ? byHosts : undefined
}

/** What the newest source that lists them says; LiteLLM's dates are newer than our copy of models.dev. */
function newest(makers: readonly Listing[]): Listing[] {
  const lists = [
    makers.filter(({ source }) => source === rubyLlm),
    makers.filter(({ source, deprecated }) => source === litellm && deprecated),
    makers.filter(({ source }) => source === modelsDev),
  ]
  return lists.find((list) => list.length > 0) ?? [...makers]
}
