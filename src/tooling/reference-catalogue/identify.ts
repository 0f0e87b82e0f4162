import type { ModelType } from '#contract/model.ts'
import { type Owner, owners } from './owners.ts'

/** Tried in this order. `other` has no type in the contract, or isn't called by simple requests. */
const typePatterns: readonly (readonly [RegExp, ModelType | 'other'])[] = [
  [/embed|rerank|retriev|(?<!vl-)ocr\b|veo-|sora\b|lyria|realtime|live|native-audio|voicechat|container/, 'other'],
  [/guard|moderation|content-safety/, 'moderation'],
  [/\btts\b/, 'text_to_speech'],
  [/whisper|transcribe|\b(?:asr|stt)\b/, 'speech_to_text'],
]

/** The type that a name implies, which is more reliable than a source's fields; undefined if it implies none. */
export function typeOfName(name: string): ModelType | 'other' | undefined {
  return typePatterns.find(([sign]) => sign.test(name))?.[1]
}

/** The maker and model that an id names, as far as they follow from the id and the provider. */
export interface Identity {
  /** Key in `owners`; absent if only the name is known. */
  owner?: string
  /** Whether the provider is that owner. */
  firstParty: boolean
  /** In lower case, without provider and owner. */
  name: string
}

/** Path prefixes that some providers put before every model. */
const pathPrefixes = /^(?:workers-ai\/)?@cf\/|^accounts\/fireworks\/models\/|^hf:|^models\//

/** Not separate models: fine-tunes, moving aliases (`~openai/gpt-latest`), regional copies, routers. */
const ignoredIds = /^ft:|^~|^(?:us|eu|au|jp|apac|global)\.|\/routers\//

/** Parses an id in models.dev; undefined if it doesn't name a model of a maker in `owners`. */
export function identifyInModelsDev(provider: string, id: string): Identity | undefined {
  const path = pathOf(provider === 'amazon-bedrock' ? withoutBedrockFormat(id) : id)
  if (path === undefined) return undefined
  const [name = '', prefix, ...rest] = path.split('/').toReversed()
  const own = findOwner(({ modelsDev }) => modelsDev === provider)
  if (own && isNameOf(own, name) && (prefix === undefined || owners[own]?.prefixes.includes(prefix))) {
    return { owner: own, firstParty: true, name }
  }
  if (prefix === undefined) return { firstParty: false, name }
  const owner = rest.length === 0 ? findOwner(({ prefixes }) => prefixes.includes(prefix)) : undefined
  return owner && isNameOf(owner, name) ? { owner, firstParty: false, name } : undefined
}

/**
 * Parses a key of LiteLLM's table. Only the makers' own entries are used, for their prices. Undefined for all others, and
 * for sizes and qualities of an image model (`low/1024-x-1024/gpt-image-1`).
 */
export function identifyInLitellm(provider: string, key: string): Identity | undefined {
  const path = pathOf(provider === 'bedrock_converse' ? withoutBedrockFormat(key) : key)
  const owner = findOwner(({ litellm }) => litellm.includes(provider))
  if (path === undefined || owner === undefined) return undefined
  const [name = '', prefix, ...rest] = path.split('/').toReversed()
  const own = prefix !== undefined && (owners[owner]?.prefixes.includes(prefix) ?? false)
  const isKnownPath =
    prefix === undefined ||
    (rest.length === 0 && (own || provider.startsWith(prefix))) ||
    (rest.length === 1 && own && rest[0] === provider)
  return isKnownPath && isNameOf(owner, name) ? { owner, firstParty: true, name } : undefined
}

/** Converts Bedrock's `meta.llama3-1-8b-instruct-v1:0`. Amazon's own models keep the version, which is part of the name. */
function withoutBedrockFormat(id: string): string {
  const [, maker = '', name = ''] = /^([a-z]+)\.(.+)$/.exec(id) ?? []
  if (maker === '' || name === '') return id
  return `${maker}/${maker === 'amazon' ? name.replace(/:0$/, '') : name.replace(/(?:-v\d+)?:0$/, '')}`
}

function pathOf(id: string): string | undefined {
  const lower = id.toLowerCase()
  if (ignoredIds.test(lower)) return undefined
  // OpenRouter's `:free` is the same model; other suffixes are modes, quantisations or sizes.
  const path = lower.replace(pathPrefixes, '').replace(/:free$/, '')
  return path.includes(':') ? undefined : path
}

function findOwner(holds: (owner: Owner) => boolean): string | undefined {
  return Object.entries(owners).find(([, owner]) => holds(owner))?.[0]
}

function isNameOf(owner: string, name: string): boolean {
  return owners[owner]?.names?.test(name) ?? true
}
