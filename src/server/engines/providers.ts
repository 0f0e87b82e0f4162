import type { Author } from '#contract/model.ts'
import type { ModelListing } from '#service/engines/openai/openai-engine.ts'

/** A hosted service that speaks the chat-completions interface at a documented address. */
interface Provider {
  /** The engine's name. */
  readonly name: string
  /** The environment variable in which its customers keep their key. */
  readonly variable: string
  readonly baseUrl: string
  /** Whose own service it is: the prices that this author charges are charged there. */
  readonly maker?: Author
  /** How its list of models is asked for, where that takes more than the key as a bearer. */
  readonly listing?: (apiKey: string) => ModelListing
}

/** One row each; another provider is another row. The key goes to this address's origin and nowhere else. */
export const providers: readonly Provider[] = [
  { name: 'openai', variable: 'OPENAI_API_KEY', baseUrl: 'https://api.openai.com/v1', maker: 'openai' },
  {
    name: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
    baseUrl: 'https://api.anthropic.com/v1',
    maker: 'anthropic',
    // Its chats speak our interface and take a bearer; its list is of its own API, and tells 20 models unless asked for more.
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

/** The provider at an address, where we know it. */
export function providerAt(baseUrl: string): Provider | undefined {
  const { origin } = new URL(baseUrl)
  return providers.find((provider) => new URL(provider.baseUrl).origin === origin)
}
