import { litellm, type Listing } from './listing.ts'
import { owners } from './owners.ts'

/** Hosted providers by models.dev's key, best known first. Excludes gateways that only forward requests. */
const hosted: Readonly<Record<string, string>> = {
  openrouter: 'OpenRouter',
  groq: 'Groq',
  togetherai: 'Together AI',
  'fireworks-ai': 'Fireworks AI',
  'amazon-bedrock': 'Amazon Bedrock',
  azure: 'Azure',
  'google-vertex': 'Google Vertex AI',
  cerebras: 'Cerebras',
  deepinfra: 'DeepInfra',
  huggingface: 'Hugging Face',
  nvidia: 'NVIDIA',
  'cloudflare-workers-ai': 'Cloudflare Workers AI',
  nebius: 'Nebius',
  'novita-ai': 'Novita AI',
  siliconflow: 'SiliconFlow',
  baseten: 'Baseten',
  'github-models': 'GitHub Models',
  'ollama-cloud': 'Ollama Cloud',
  scaleway: 'Scaleway',
  ovhcloud: 'OVHcloud',
}

/** Enough that the reader probably has an account with one of them. */
const maxProviders = 6

/** The keys of the hosted providers that serve a model: its maker's own first, then the best known. */
export function servedBy(listings: readonly Listing[]): string[] {
  const live = listings.filter(({ source, deprecated }) => source !== litellm && !deprecated)
  const own = live.filter(({ firstParty }) => firstParty).map(({ provider }) => provider)
  const others = Object.keys(hosted).filter((key) => live.some(({ provider }) => provider === key))
  return [...new Set([...own, ...others])].slice(0, maxProviders)
}

/** Display names of the providers that `servedBy` can name. */
export const providerNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(owners).flatMap(({ modelsDev, title }): [string, string][] =>
      modelsDev === undefined ? [] : [[modelsDev, title]],
    ),
  ),
  ...hosted,
  google: 'Google AI',
  alibaba: 'Alibaba Cloud',
}
