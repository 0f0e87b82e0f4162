import type { Author } from '#contract/model.ts'
import type { ModelListing } from '#service/engines/openai/openai-engine.ts'

/** A hosted service with a documented chat-completions API. */
interface Provider {
  /** The engine's name. */
  readonly name: string
  /** The environment variable that customarily holds its key. */
  readonly variable: string
  readonly baseUrl: string
  /** The author whose own service this is, so that author's prices apply. */
  readonly maker?: Author
  /** How to request its model list, if a bearer token isn't enough. */
  readonly listing?: (apiKey: string) => ModelListing
}

/** Each key is sent only to the origin of its row's address. */
export const providers: readonly Provider[] = [
  { name: 'openai', variable: 'OPENAI_API_KEY', baseUrl: 'https://api.openai.com/v1', maker: 'openai' },
  {
    name: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com/v1',
    maker: 'anthropic',
    // The model list belongs to its own API: other headers, and 20 models per page by default.
    listing: (apiKey) => ({
      query: 'limit=1000',
      headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    }),
  },
  { name: 'mistral', variable: 'MISTRAL_API_KEY', baseUrl: 'https://api.mistral.ai/v1', maker: 'mistralai' },
  { name: 'deepseek', variable: 'DEEPSEEK_API_KEY', baseUrl: 'https://api.deepseek.com', maker: 'deepseek' },
  { name: 'xai', variable: 'XAI_API_KEY', baseUrl: 'https://api.x.ai/v1', maker: 'x-ai' },
  {
    name: 'gemini',
    variable: 'GEMINI_API_KEY',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    maker: 'google',
  },
  { name: 'groq', variable: 'GROQ_API_KEY', baseUrl: 'https://api.groq.com/openai/v1' },
  { name: 'cerebras', variable: 'CEREBRAS_API_KEY', baseUrl: 'https://api.cerebras.ai/v1' },
  { name: 'together', variable: 'TOGETHER_API_KEY', baseUrl: 'https://api.together.xyz/v1' },
  { name: 'fireworks', variable: 'FIREWORKS_API_KEY', baseUrl: 'https://api.fireworks.ai/inference/v1' },
  { name: 'openrouter', variable: 'OPENROUTER_API_KEY', baseUrl: 'https://openrouter.ai/api/v1' },
]

/** The known provider at an address. */
export function providerAt(baseUrl: string): Provider | undefined {
  const { origin } = new URL(baseUrl)
  return providers.find((provider) => new URL(provider.baseUrl).origin === origin)
}
