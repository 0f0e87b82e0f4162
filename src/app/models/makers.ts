import type { Model } from '#contract/model.ts'

/**
 * Makers by `owned_by`: the display name, then other names that people search for, in lower case. No names of single
 * models: they would find all models of the maker. The first eleven are the API's authors.
 */
const makers: Readonly<Record<string, readonly [name: string, otherNames?: string]>> = {
  parley: ['Parley'],
  openai: ['OpenAI'],
  anthropic: ['Anthropic'],
  google: ['Google', 'deepmind'],
  'meta-llama': ['Meta', 'facebook'],
  mistralai: ['Mistral AI'],
  deepseek: ['DeepSeek'],
  qwen: ['Alibaba Qwen', 'aliyun tongyi'],
  'x-ai': ['xAI', 'x.ai spacexai'],
  cohere: ['Cohere'],
  microsoft: ['Microsoft'],
  moonshotai: ['Moonshot AI', 'kimi'],
  'z-ai': ['Z.ai', 'zhipu zhipuai chatglm bigmodel'],
  minimax: ['MiniMax', 'hailuo'],
  nvidia: ['NVIDIA'],
  'black-forest-labs': ['Black Forest Labs', 'bfl'],
  stability: ['Stability AI', 'stable diffusion'],
  recraft: ['Recraft'],
  deepgram: ['Deepgram'],
  elevenlabs: ['ElevenLabs', 'eleven labs'],
  canopylabs: ['Canopy Labs'],
  perplexity: ['Perplexity', 'pplx'],
  amazon: ['Amazon', 'aws'],
  'ibm-granite': ['IBM', 'watsonx'],
  upstage: ['Upstage'],
  inception: ['Inception', 'inception labs'],
  xiaomi: ['Xiaomi'],
  stepfun: ['StepFun'],
}

/** Other spellings of a maker's key in engines and links. */
const spellings: Readonly<Record<string, string>> = {
  'openai-internal': 'openai',
  meta: 'meta-llama',
  mistral: 'mistralai',
  'mistral-ai': 'mistralai',
  'deepseek-ai': 'deepseek',
  alibaba: 'qwen',
  xai: 'x-ai',
  coherelabs: 'cohere',
  moonshot: 'moonshotai',
  zai: 'z-ai',
  'zai-org': 'z-ai',
  zhipuai: 'z-ai',
  minimaxai: 'minimax',
  stabilityai: 'stability',
  'stability ai': 'stability',
  aws: 'amazon',
  ibm: 'ibm-granite',
  xiaomimimo: 'xiaomi',
}

/** The makers that are an author in the API; the author of all others is `community`. */
export const makersWithAuthor: ReadonlySet<string> = new Set(Object.keys(makers).slice(0, 11))

/** The key of models whose maker is unknown. */
export const unknownMaker = 'unknown'

type Made = Pick<Model, 'id' | 'author' | 'owned_by'>

/** A maker's key in any spelling; an unknown one is returned as it is. */
export function makerKey(text: string): string {
  // The fast path: nearly always it is a key already, and a list may have thousands of models.
  if (Object.hasOwn(makers, text)) return text
  const key = text.toLowerCase()
  if (Object.hasOwn(makers, key)) return key
  return Object.hasOwn(spellings, key) ? (spellings[key] ?? text) : text
}

/** Whether a key is that of a maker we know by name. */
export function isKnownMaker(key: string): boolean {
  return Object.hasOwn(makers, key)
}

/** The key of a model's maker. `community` means any other maker: then the id may still begin with a name. */
export function makerOf({ id, author, owned_by: owner }: Made): string {
  if (owner !== '' && owner !== 'community') return makerKey(owner)
  if (author !== 'community') return makerKey(author)
  const prefix = id.slice(0, Math.max(id.indexOf('/'), 0))
  return prefix === '' || prefix === 'community' ? unknownMaker : makerKey(prefix)
}

/** A maker's display name. */
export function makerName(key: string): string {
  if (key === unknownMaker) return 'Unknown maker'
  return Object.hasOwn(makers, key) ? (makers[key]?.[0] ?? key) : key
}

/** Every name by which people search for a maker. */
export function makerWords(key: string): string {
  const others = Object.hasOwn(makers, key) ? (makers[key]?.[1] ?? '') : ''
  return `${makerName(key)} ${others} ${key}`
}
