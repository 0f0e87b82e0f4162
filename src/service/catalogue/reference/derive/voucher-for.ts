import type { ModelType } from '#contract/model.ts'
import type { Claim } from './claim.ts'
import { galleries } from './galleries.ts'
import { isOpen } from './is-open.ts'

/**
 * Text models taken although only LiteLLM knows them at their maker. models.dev lists what each maker serves now; LiteLLM
 * also keeps what was retired and never says so. So these were picked by hand: newer than our copy of models.dev, or special
 * ones it doesn't collect.
 */
const newToModelsDev = new Set([
  'anthropic/claude-opus-5',
  'google/gemini-3.5-flash-lite',
  'google/gemini-3.6-flash',
  'microsoft/mai-ds-r1',
  'microsoft/phi-3.5-vision-instruct',
  'mistralai/ministral-14b-2512',
  'mistralai/ministral-3b-2512',
  'mistralai/ministral-8b-2512',
  'openai/gpt-4o-mini-search-preview',
  'openai/gpt-4o-search-preview',
  'openai/gpt-5-search-api',
  'openai/gpt-5.6',
  'openai/gpt-5.6-luna',
  'openai/gpt-5.6-sol',
  'openai/gpt-5.6-terra',
  'openai/gpt-audio',
  'openai/gpt-audio-1.5',
  'openai/gpt-audio-mini',
  'x-ai/grok-4.5',
])

/** No models: nicknames that move from one to the next, a reseller's composition, another's model resold, a retired family. */
const refused =
  /^(?:google\/(?:gemini-(?:flash|flash-lite|pro)-latest|imagen-3\.0-.*)|mistralai\/mistral-(?:tiny|small|medium|large)|openai\/gpt-5(?:\.\d)?-image.*|deepgram\/deepgram-whisper.*)$/

/** Trials that come and go, where no other source says that they are still there. */
const passing = /\b(?:preview|exp|experimental|beta|nightly)\b/

/** Who vouches for a model: its maker, who sells it, or those who serve its open weights. */
export type Voucher = 'maker' | 'servers'

/**
 * Whether a model is published, and on whose word; undefined when it is not. `id` is `owner/name`. Its maker vouches that
 * lists it and doesn't call it deprecated; at least two providers do for open weights; a gallery does for what isn't text.
 */
export function voucherFor(id: string, type: ModelType, claims: readonly Claim[]): Voucher | undefined {
  if (refused.test(id)) return undefined
  const makers = claims.filter(({ firstParty }) => firstParty)
  const inModelsDev = makers.filter(({ source }) => source === 0)
  if (inModelsDev.length > 0) return inModelsDev.some(({ deprecated }) => !deprecated) ? 'maker' : undefined
  const isAlive = makers.some(({ deprecated }) => !deprecated)
  if (newToModelsDev.has(id)) return isAlive ? 'maker' : undefined
  if (type !== 'text_generation') {
    if (isAlive && !passing.test(id)) return 'maker'
    const others = claims.filter(({ firstParty, owner }) => !firstParty && owner !== undefined)
    if (others.some(({ provider }) => galleries.has(provider))) return 'servers'
  }
  const servers = new Set(claims.filter(({ firstParty }) => !firstParty).map(({ provider }) => provider))
  return servers.size >= 2 && isOpen(claims) && !id.endsWith('-fast') ? 'servers' : undefined
}
