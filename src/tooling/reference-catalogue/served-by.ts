import { litellm, type Claim } from './claim.ts'
import { owners } from './owners.ts'

/** Hosted providers by models.dev's key, best known first. Gateways that only pass requests on are not among them. */
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

/** How many are named: enough to find one that the reader has an account with. */
const most = 6

/** The keys of the hosted providers that serve a model: its maker's own first, then the best known. */
export function servedBy(claims: readonly Claim[]): string[] {
  const live = claims.filter(({ source, deprecated }) => source !== litellm && !deprecated)
  const own = live.filter(({ firstParty }) => firstParty).map(({ provider }) => provider)
  const others = Object.keys(hosted).filter((key) => live.some(({ provider }) => provider === key))
  return [...new Set([...own, ...others])].slice(0, most)
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
