import type { Author } from '#contract/model.ts'

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
}

/**
 * The makers we keep. Ten are the contract's authors; those after them are published under `community`: they make models
 * that people meet in nearly every engine, or the image and speech models without which three of the types would be bare.
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
    names: /^(?:meta-)?llama/,
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
  canopylabs: { author: 'community', title: 'Canopy Labs', prefixes: ['canopylabs'], litellm: [] },
}
