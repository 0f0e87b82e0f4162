import type { ModelType } from '#contract/model.ts'
import { type Claim, galleries, litellm, modelsDev, rubyLlm } from './claim.ts'
import { isOpen } from './owners.ts'

/**
 * Text models taken although only LiteLLM knows them at their maker. models.dev lists what each maker serves now; LiteLLM
 * also keeps what was retired and never says so. So these were picked by hand: newer than our copy of models.dev, or special
 * ones it doesn't collect.
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

/** No models: nicknames that move from one to the next, a reseller's composition, another's model resold, a retired family. */
const refused =
  /^(?:google\/(?:gemini-(?:flash|flash-lite|pro)-latest|imagen-3\.0-.*)|mistralai\/mistral-(?:tiny|small|medium|large)|openai\/gpt-5(?:\.\d)?-image.*|deepgram\/deepgram-whisper.*)$/

/** Trials that come and go, where no other source says that they are still there. */
const passing = /\b(?:preview|exp|experimental|beta|nightly)\b/

/** Who vouches for a model: its maker, who sells it, or those who serve it. */
interface Voucher {
  by: 'maker' | 'servers'
  /** Its maker lists it as deprecated, or has announced an end that has come. */
  deprecated: boolean
}

/**
 * Whether a model is published, and on whose word; undefined when it is not. `id` is `owner/name`. Its maker vouches, also
 * for what it has deprecated; at least two providers do for open weights; a gallery does for what isn't text. Of makers
 * whose own list is `old`, OpenRouter vouches for what came out since.
 */
export function allowlistFor(
  id: string,
  type: ModelType,
  claims: readonly Claim[],
  old: { isOld: (owner: string) => boolean; since: string },
): Voucher | undefined {
  if (refused.test(id)) return undefined
  const makers = claims.filter(({ firstParty }) => firstParty)
  const isGone = makers.length > 0 && newest(makers).every(({ deprecated }) => deprecated)
  const byMaker: Voucher = { by: 'maker', deprecated: isGone }
  if (makers.some(({ source }) => source !== litellm)) return byMaker
  if (newToModelsDev.has(id) && makers.length > 0) return byMaker
  if (type === 'text_generation' && isGone) return byMaker
  if (type !== 'text_generation') {
    if (makers.length > 0 && !passing.test(id)) return byMaker
    const others = claims.filter(({ firstParty, owner }) => !firstParty && owner !== undefined)
    if (others.some(({ provider }) => galleries.has(provider))) return { by: 'servers', deprecated: false }
  }
  const byServers: Voucher = { by: 'servers', deprecated: false }
  const isNew = claims.some(
    ({ source, provider, owner, released = '' }) =>
      source === rubyLlm &&
      provider === 'openrouter' &&
      owner !== undefined &&
      old.isOld(owner) &&
      released > old.since,
  )
  if (isNew) return byServers
  const servers = new Set(claims.filter(({ firstParty }) => !firstParty).map(({ provider }) => provider))
  return servers.size >= 2 && isOpen(claims) && !id.endsWith('-fast') ? byServers : undefined
}

/** What the newest source that lists them says; LiteLLM's dates are newer than our copy of models.dev. */
function newest(makers: readonly Claim[]): Claim[] {
  const lists = [
    makers.filter(({ source }) => source === rubyLlm),
    makers.filter(({ source, deprecated }) => source === litellm && deprecated),
    makers.filter(({ source }) => source === modelsDev),
  ]
  return lists.find((list) => list.length > 0) ?? [...makers]
}
