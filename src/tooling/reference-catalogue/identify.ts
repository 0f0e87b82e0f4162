import type { ModelType } from '#contract/model.ts'
import { type Owner, owners } from './owners.ts'

/** In the order they are tried. `other` is what none of our types covers, or is only reached by other means than requests. */
const signs: readonly (readonly [RegExp, ModelType | 'other'])[] = [
  [/embed|rerank|retriev|(?<!vl-)ocr\b|veo-|sora\b|lyria|realtime|live|native-audio|voicechat|container/, 'other'],
  [/guard|moderation|content-safety/, 'moderation'],
  [/\btts\b/, 'text_to_speech'],
  [/whisper|transcribe|\b(?:asr|stt)\b/, 'speech_to_text'],
]

/** What a name gives away more surely than the fields beside it; undefined when it says nothing. */
export function typeOfName(name: string): ModelType | 'other' | undefined {
  return signs.find(([sign]) => sign.test(name))?.[1]
}

/** Whose model an id names, as far as the id and the provider tell. */
export interface Identity {
  /** Key in `owners`; absent where only the name is known. */
  owner?: string
  /** Whether the provider is that owner. */
  firstParty: boolean
  /** In lower case, without provider and owner. */
  name: string
}

/** Folders in which some providers keep every model. */
const folders = /^(?:workers-ai\/)?@cf\/|^accounts\/fireworks\/models\/|^hf:|^models\//

/** Not a model of its own: a fine-tune, a moving nickname (`~openai/gpt-latest`), one region's copy, a router. */
const noModel = /^ft:|^~|^(?:us|eu|au|jp|apac|global)\.|\/routers\//

/** Reads an id as a provider in models.dev spells it; undefined when it names no model, or one of a maker we don't keep. */
export function identifyInModelsDev(provider: string, id: string): Identity | undefined {
  const path = pathOf(provider === 'amazon-bedrock' ? inBedrock(id) : id)
  if (path === undefined) return undefined
  const [name = '', prefix, ...rest] = path.split('/').toReversed()
  const own = ownerWhere(({ modelsDev }) => modelsDev === provider)
  if (own && isNameOf(own, name) && (prefix === undefined || owners[own]?.prefixes.includes(prefix))) {
    return { owner: own, firstParty: true, name }
  }
  if (prefix === undefined) return { firstParty: false, name }
  const owner = rest.length === 0 ? ownerWhere(({ prefixes }) => prefixes.includes(prefix)) : undefined
  return owner && isNameOf(owner, name) ? { owner, firstParty: false, name } : undefined
}

/**
 * Reads a key of LiteLLM's table, where only the makers' own entries are of use: they carry the prices. Undefined for all
 * others, and for the sizes and qualities of one image model (`low/1024-x-1024/gpt-image-1`).
 */
export function identifyInLitellm(provider: string, key: string): Identity | undefined {
  const path = pathOf(provider === 'bedrock_converse' ? inBedrock(key) : key)
  const owner = ownerWhere(({ litellm }) => litellm.includes(provider))
  if (path === undefined || owner === undefined) return undefined
  const [name = '', prefix, ...rest] = path.split('/').toReversed()
  const own = prefix !== undefined && (owners[owner]?.prefixes.includes(prefix) ?? false)
  const inPlace =
    prefix === undefined ||
    (rest.length === 0 && (own || provider.startsWith(prefix))) ||
    (rest.length === 1 && own && rest[0] === provider)
  return inPlace && isNameOf(owner, name) ? { owner, firstParty: true, name } : undefined
}

/** Bedrock's `meta.llama3-1-8b-instruct-v1:0` as others write it; of Amazon's own models the version is part of the name. */
function inBedrock(id: string): string {
  const [, maker = '', name = ''] = /^([a-z]+)\.(.+)$/.exec(id) ?? []
  if (maker === '' || name === '') return id
  return `${maker}/${maker === 'amazon' ? name.replace(/:0$/, '') : name.replace(/(?:-v\d+)?:0$/, '')}`
}

function pathOf(id: string): string | undefined {
  const lower = id.toLowerCase()
  if (noModel.test(lower)) return undefined
  // `:free` is how OpenRouter gives the same model away; other suffixes are modes, quantisations or sizes.
  const path = lower.replace(folders, '').replace(/:free$/, '')
  return path.includes(':') ? undefined : path
}

function ownerWhere(holds: (owner: Owner) => boolean): string | undefined {
  return Object.entries(owners).find(([, owner]) => holds(owner))?.[0]
}

function isNameOf(owner: string, name: string): boolean {
  return owners[owner]?.names?.test(name) ?? true
}
