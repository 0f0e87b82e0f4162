import type { Author } from '#contract/model.ts'
import type { Listing } from './listing.ts'

/** A maker of models: its own providers, and the names that resellers use for it. */
export interface Owner {
  /** The author that its models are published under. */
  author: Author
  /** Display name. */
  title: string
  /** Prefixes before the slash that resellers use for this maker. */
  prefixes: readonly string[]
  /** The maker's own provider in models.dev: its facts win, and only its prices are used. */
  modelsDev?: string
  /** The maker's own providers in LiteLLM's table. */
  litellm: readonly string[]
  /** Matches the maker's own models if its provider also serves other makers' models. */
  names?: RegExp
  /** Whether to publish its names (`base`, `speech-02-hd`) with the maker's name as a prefix. */
  prefixed?: boolean
  /** Whether all its weights are open: some resellers leave that out. */
  open?: boolean
}

/**
 * The makers whose models are published, under the contract's ten authors or `community`.
 *
 * Meta's own provider counts as a reseller: its Llama API is a preview with prices of 0 and a context limited to 128,000.
 */
export const owners: Readonly<Record<string, Owner>> = {
  openai: {
    author: 'openai',
    title: 'OpenAI',
    prefixes: ['openai'],
    modelsDev: 'openai',
    litellm: ['openai', 'text-completion-openai'],
  },
  anthropic: {
    author: 'anthropic',
    title: 'Anthropic',
    prefixes: ['anthropic'],
    modelsDev: 'anthropic',
    litellm: ['anthropic'],
  },
  google: {
    author: 'google',
    title: 'Google',
    prefixes: ['google'],
    modelsDev: 'google',
    litellm: ['gemini', 'vertex_ai-image-models', 'vertex_ai'],
    names: /^(?:gemini|gemma|codegemma|shieldgemma|imagen|chirp)/,
  },
  'meta-llama': {
    author: 'meta-llama',
    title: 'Meta',
    prefixes: ['meta-llama', 'meta'],
    litellm: [],
    names: /^(?:meta-)?llama|^muse-/,
  },
  mistralai: {
    author: 'mistralai',
    title: 'Mistral AI',
    prefixes: ['mistralai', 'mistral-ai', 'mistral'],
    modelsDev: 'mistral',
    litellm: ['mistral'],
  },
  deepseek: {
    author: 'deepseek',
    title: 'DeepSeek',
    prefixes: ['deepseek', 'deepseek-ai'],
    modelsDev: 'deepseek',
    litellm: ['deepseek'],
  },
  qwen: {
    author: 'qwen',
    title: 'Alibaba Qwen',
    prefixes: ['qwen', 'alibaba'],
    modelsDev: 'alibaba',
    litellm: ['dashscope'],
    names: /^(?:qwen|qwq|qvq)/,
  },
  'x-ai': {
    author: 'x-ai',
    title: 'xAI',
    prefixes: ['x-ai', 'xai'],
    modelsDev: 'xai',
    litellm: ['xai'],
    names: /^grok/,
  },
  cohere: {
    author: 'cohere',
    title: 'Cohere',
    prefixes: ['cohere', 'coherelabs', 'cohereforai'],
    modelsDev: 'cohere',
    litellm: ['cohere', 'cohere_chat'],
  },
  microsoft: {
    author: 'microsoft',
    title: 'Microsoft',
    prefixes: ['microsoft'],
    modelsDev: 'azure',
    litellm: ['azure_ai'],
    names: /^(?:phi|mai)-/,
  },

  moonshotai: {
    author: 'community',
    title: 'Moonshot AI',
    prefixes: ['moonshotai'],
    modelsDev: 'moonshotai',
    litellm: [],
    names: /^kimi/,
  },
  'z-ai': {
    author: 'community',
    title: 'Z.ai',
    prefixes: ['z-ai', 'zai', 'zai-org'],
    modelsDev: 'zai',
    litellm: [],
    names: /^glm/,
  },
  minimax: {
    author: 'community',
    title: 'MiniMax',
    prefixes: ['minimax', 'minimaxai'],
    modelsDev: 'minimax',
    litellm: ['minimax'],
    names: /^(?:minimax|speech)-/,
    prefixed: true,
  },
  nvidia: {
    author: 'community',
    title: 'NVIDIA',
    prefixes: ['nvidia'],
    modelsDev: 'nvidia',
    litellm: [],
    names: /nemotron|magpie-tts/,
  },
  'black-forest-labs': {
    author: 'community',
    title: 'Black Forest Labs',
    prefixes: ['black-forest-labs', 'bfl'],
    litellm: ['black_forest_labs'],
    names: /^flux/,
  },
  stability: { author: 'community', title: 'Stability AI', prefixes: ['stabilityai'], litellm: ['stability'] },
  recraft: { author: 'community', title: 'Recraft', prefixes: ['recraft'], litellm: ['recraft'] },
  deepgram: { author: 'community', title: 'Deepgram', prefixes: ['deepgram'], litellm: ['deepgram'], prefixed: true },
  elevenlabs: { author: 'community', title: 'ElevenLabs', prefixes: ['elevenlabs'], litellm: ['elevenlabs'] },
  perplexity: {
    author: 'community',
    title: 'Perplexity',
    prefixes: ['perplexity'],
    modelsDev: 'perplexity',
    litellm: ['perplexity'],
    names: /^sonar/,
  },
  // Bedrock has its prices; `nova` in models.dev is a preview with prices of 0.
  amazon: {
    author: 'community',
    title: 'Amazon',
    prefixes: ['amazon', 'amazon-nova'],
    modelsDev: 'nova',
    litellm: ['amazon_nova', 'bedrock_converse'],
    names: /^nova-(?!sonic|2-sonic)/,
  },
  'ibm-granite': {
    author: 'community',
    title: 'IBM',
    prefixes: ['ibm-granite', 'ibm'],
    litellm: ['watsonx'],
    names: /^granite-(?!ttm|embed)/,
    open: true,
  },
  upstage: {
    author: 'community',
    title: 'Upstage',
    prefixes: ['upstage'],
    modelsDev: 'upstage',
    litellm: [],
    names: /^solar/,
  },
  inception: {
    author: 'community',
    title: 'Inception',
    prefixes: ['inception'],
    modelsDev: 'inception',
    litellm: ['inception'],
    names: /^mercury/,
  },
  xiaomi: {
    author: 'community',
    title: 'Xiaomi',
    prefixes: ['xiaomi', 'xiaomimimo'],
    modelsDev: 'xiaomi',
    litellm: ['xiaomi_mimo'],
    names: /^mimo/,
  },
  stepfun: {
    author: 'community',
    title: 'StepFun',
    prefixes: ['stepfun', 'stepfun-ai'],
    modelsDev: 'stepfun',
    litellm: [],
    names: /^step-/,
  },
  canopylabs: { author: 'community', title: 'Canopy Labs', prefixes: ['canopylabs'], litellm: [] },
}

/** Whether the weights are open: from the maker, or a majority of providers, or at least two, since many leave it false. */
export function isOpen(listings: readonly Listing[]): boolean {
  if (listings.some(({ owner }) => owner !== undefined && owners[owner]?.open)) return true
  const maker = listings.find(({ firstParty, openWeights }) => firstParty && openWeights !== undefined)
  if (maker) return maker.openWeights === true
  const yes = listings.filter(({ openWeights }) => openWeights === true).length
  const no = listings.filter(({ openWeights }) => openWeights === false).length
  return yes > no || yes >= 2
}
