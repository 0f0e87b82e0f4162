import type { Author } from '#contract/model.ts'
import type { Claim } from './claim.ts'

/** Who makes models: under which names others list them, and which providers speak with their own voice. */
export interface Owner {
  /** Under whom its models are published. */
  author: Author
  /** As a person writes it. */
  title: string
  /** Segments before the slash by which resellers name this maker. */
  prefixes: readonly string[]
  /** The maker's own provider in models.dev: its word wins, and only its prices are the model's. */
  modelsDev?: string
  /** The maker's own providers in LiteLLM's table. */
  litellm: readonly string[]
  /** Which names are its models, where its own provider also serves those of others. */
  names?: RegExp
  /** Whether its own names say nothing without the maker's (`base`, `speech-02-hd`) and are published with it in front. */
  prefixed?: boolean
  /** Whether it publishes the weights of all its models: some resellers leave that unticked. */
  open?: boolean
}

/**
 * The makers we keep. Ten are the contract's authors; the others are published under `community`.
 *
 * Meta has no provider of its own here: its Llama API is a preview that puts zeros for prices and caps the window at
 * 128,000, so it counts as one reseller among others.
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
  // Bedrock sells its models; `nova` in models.dev is the preview that puts zeros for prices.
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

/** Whether the weights are published: the maker's word, or else more providers than not, or two at least, as many leave it false. */
export function isOpen(claims: readonly Claim[]): boolean {
  if (claims.some(({ owner }) => owner !== undefined && owners[owner]?.open)) return true
  const maker = claims.find(({ firstParty, openWeights }) => firstParty && openWeights !== undefined)
  if (maker) return maker.openWeights === true
  const yes = claims.filter(({ openWeights }) => openWeights === true).length
  const no = claims.filter(({ openWeights }) => openWeights === false).length
  return yes > no || yes >= 2
}
