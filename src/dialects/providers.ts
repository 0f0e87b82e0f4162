import type { Author } from '#contract/model.ts'

/** How to request a list of models, if not like a chat. */
export interface ModelListing {
  /** The query string, without the question mark. */
  query: string
  /** Sent instead of the bearer token. */
  headers: Readonly<Record<string, string>>
}

/** The interfaces that engines speak. Chat completions unless another one is named. */
export const engineApis = ['openai', 'anthropic'] as const
export type EngineApi = (typeof engineApis)[number]

/** A hosted service with a documented chat-completions API. */
export interface Provider {
  /** The name of its engine, in logs and metrics. */
  readonly name: string
  /** Its name on screen. Published with its models as `provider`. */
  readonly label: string
  /** The environment variable that customarily holds its key. */
  readonly variable: string
  readonly baseUrl: string
  /** Where its users create keys. */
  readonly keyUrl: string
  /** What it offers, in a few words. */
  readonly offers: string
  /** How its keys begin, for the placeholder of the key field. */
  readonly keyPrefix?: string
  /** True if it refuses calls from web pages (no CORS), as far as that is known. */
  readonly blocksBrowsers?: true
  /** Headers without which it refuses calls from web pages. */
  readonly browserHeaders?: Readonly<Record<string, string>>
  /** What answers only to a valid key, if the list of models needs none. */
  readonly keyPath?: string
  /** True if a reply that calls tools must be sent back with its reasoning, which others don't want. */
  readonly needsReasoning?: true
  /** The author whose own service this is, so that author's prices apply. */
  readonly maker?: Author
  /** The interface that the service speaks to it, with all that it offers. The page uses its chat completions. */
  readonly api?: EngineApi
  /** Ids of models that suit a first chat; the newest of them is preselected. Omitted: any chat model. */
  readonly firstChoice?: RegExp
  /** How to request its model list, if a bearer token isn't enough. */
  readonly listing?: (apiKey: string) => ModelListing
}

/**
 * Known providers, in order of precedence: of two that serve the same model, the service calls the first. Each key is sent
 * only to the origin of its row's address.
 */
export const providers: readonly Provider[] = [
  {
    name: 'openai',
    label: 'OpenAI',
    variable: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    keyUrl: 'https://platform.openai.com/api-keys',
    offers: 'GPT models',
    keyPrefix: 'sk-',
    maker: 'openai',
    firstChoice: /^gpt-[\d.]+(?:-mini)?$/,
  },
  {
    name: 'anthropic',
    label: 'Anthropic',
    variable: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com/v1',
    keyUrl: 'https://console.anthropic.com/settings/keys',
    offers: 'Claude models',
    keyPrefix: 'sk-ant-',
    browserHeaders: { 'anthropic-dangerous-direct-browser-access': 'true' },
    maker: 'anthropic',
    api: 'anthropic',
    // The model list belongs to its own API: other headers, and 20 models per page by default.
    listing: (apiKey) => ({
      query: 'limit=1000',
      headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    }),
  },
  {
    name: 'gemini',
    label: 'Google',
    variable: 'GEMINI_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyUrl: 'https://aistudio.google.com/apikey',
    offers: 'Gemini models',
    keyPrefix: 'AIza',
    maker: 'google',
    firstChoice: /gemini-[\d.]+-(?:flash|pro)$/,
  },
  {
    name: 'mistral',
    label: 'Mistral',
    variable: 'MISTRAL_API_KEY',
    baseUrl: 'https://api.mistral.ai/v1',
    keyUrl: 'https://console.mistral.ai/api-keys',
    offers: 'Mistral and Codestral models',
    maker: 'mistralai',
  },
  {
    name: 'deepseek',
    label: 'DeepSeek',
    variable: 'DEEPSEEK_API_KEY',
    baseUrl: 'https://api.deepseek.com',
    keyUrl: 'https://platform.deepseek.com/api_keys',
    offers: 'DeepSeek models',
    keyPrefix: 'sk-',
    needsReasoning: true,
    maker: 'deepseek',
  },
  {
    name: 'xai',
    label: 'xAI',
    variable: 'XAI_API_KEY',
    baseUrl: 'https://api.x.ai/v1',
    keyUrl: 'https://console.x.ai',
    offers: 'Grok models',
    keyPrefix: 'xai-',
    maker: 'x-ai',
  },
  {
    name: 'groq',
    label: 'Groq',
    variable: 'GROQ_API_KEY',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyUrl: 'https://console.groq.com/keys',
    offers: 'Open models, fast',
    keyPrefix: 'gsk_',
  },
  {
    name: 'cerebras',
    label: 'Cerebras',
    variable: 'CEREBRAS_API_KEY',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyUrl: 'https://cloud.cerebras.ai',
    offers: 'Open models, fast',
    keyPrefix: 'csk-',
  },
  {
    name: 'together',
    label: 'Together AI',
    variable: 'TOGETHER_API_KEY',
    baseUrl: 'https://api.together.xyz/v1',
    keyUrl: 'https://api.together.ai/settings/api-keys',
    offers: 'Open models',
  },
  {
    name: 'fireworks',
    label: 'Fireworks AI',
    variable: 'FIREWORKS_API_KEY',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyUrl: 'https://app.fireworks.ai/settings/users/api-keys',
    offers: 'Open models',
    keyPrefix: 'fw_',
  },
  {
    name: 'huggingface',
    label: 'Hugging Face',
    variable: 'HUGGINGFACE_API_KEY',
    baseUrl: 'https://router.huggingface.co/v1',
    keyUrl: 'https://huggingface.co/settings/tokens',
    offers: 'Open models from several providers',
    keyPrefix: 'hf_',
  },
  {
    name: 'nvidia',
    label: 'NVIDIA',
    variable: 'NVIDIA_API_KEY',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    keyUrl: 'https://build.nvidia.com/settings/api-keys',
    offers: 'Open models',
    keyPrefix: 'nvapi-',
    blocksBrowsers: true,
  },
  {
    name: 'openrouter',
    label: 'OpenRouter',
    variable: 'OPENROUTER_API_KEY',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyUrl: 'https://openrouter.ai/settings/keys',
    offers: 'Models from every maker with one key',
    keyPrefix: 'sk-or-',
    keyPath: '/key',
  },
]

/** The known provider at an address. */
export function providerAt(baseUrl: string): Provider | undefined {
  const host = httpsHost(baseUrl)
  return host === undefined ? undefined : providers.find((provider) => httpsHost(provider.baseUrl) === host)
}

/** The host of an https URL in lower case, without the default port; undefined for other URLs. */
function httpsHost(url: string): string | undefined {
  return /^https:\/\/([^/?#@]+?)(?::443)?(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase()
}

/** A local inference server and its default port. */
export interface LocalServer {
  /** The name of its engine, in logs and metrics. */
  readonly name: string
  /** Its name on screen. Published with its models as `provider`. */
  readonly label: string
  readonly port: number
  /** How to let pages from an origin call it. Omitted: it allows every origin by default. */
  readonly allowOrigin?: (origin: string) => string
}

export const localServers: readonly LocalServer[] = [
  {
    name: 'ollama',
    label: 'Ollama',
    port: 11_434,
    allowOrigin: (origin) => `Start Ollama with OLLAMA_ORIGINS=${origin}`,
  },
  { name: 'llama.cpp', label: 'llama.cpp', port: 8080 },
  {
    name: 'lm-studio',
    label: 'LM Studio',
    port: 1234,
    allowOrigin: () => 'Turn on “Enable CORS” in the server settings of LM Studio',
  },
  {
    name: 'vllm',
    label: 'vLLM',
    port: 8000,
    allowOrigin: (origin) => `Start vLLM with --allowed-origins '["${origin}"]'`,
  },
]
