import type { ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'
import { litellm, type Claim } from './claim.ts'
import { owners } from './owners.ts'
import { spellings } from './spellings.ts'

/** The engines people run or subscribe to, whose ids are worth keeping; the rest resell under the same ids. */
const engines = new Set([
  'amazon-bedrock',
  'azure',
  'cerebras',
  'cloudflare-workers-ai',
  'deepinfra',
  'fireworks-ai',
  'github-models',
  'groq',
  'huggingface',
  'nebius',
  'novita-ai',
  'nvidia',
  'ollama-cloud',
  'openrouter',
  'ovhcloud',
  'scaleway',
  'siliconflow',
  'togetherai',
  'vercel',
])

/** All ids under which engines serve the model, in lower case, sorted. */
export function aliasesOf(owner: string, name: string, claims: readonly Claim[]): string[] {
  const aliases = new Set(spellings[`${owner}/${name}`])
  for (const claim of claims) {
    const id = claim.id.toLowerCase().replace(/:free$/, '')
    if (claim.firstParty && !owners[owner]?.prefixed) aliases.add(claim.name)
    // LiteLLM's keys begin with its own name for the provider.
    if (engines.has(claim.provider) || (claim.source !== litellm && claim.firstParty)) aliases.add(id)
    if (claim.source === litellm && owners[owner]?.prefixed) aliases.add(id)
  }
  return [...aliases].toSorted()
}

/** Leaves out of each entry's aliases what finds it anyway, and everywhere what would find two. */
export function withClearAliases(entries: readonly ReferenceEntry[]): ReferenceEntry[] {
  const names = new Map<string, string>()
  for (const { id } of entries) for (const name of [id, id.slice(id.indexOf('/') + 1)]) names.set(name, id)
  const uses = new Map<string, number>()
  for (const { aliases = [] } of entries) for (const alias of aliases) uses.set(alias, (uses.get(alias) ?? 0) + 1)
  return entries.map(({ aliases = [], ...entry }) => {
    const clear = aliases.filter((alias) => !names.has(alias) && uses.get(alias) === 1)
    return clear.length > 0 ? { ...entry, aliases: clear } : entry
  })
}
