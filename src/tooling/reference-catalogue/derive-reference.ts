import type { ReferenceData, ReferenceEntry, ReferenceSource } from '#service/catalogue/reference/reference-entry.ts'
import { type Claim, litellm, modelsDev, rubyLlm } from './claim.ts'
import { corrected } from './corrections.ts'
import { foldNames } from './fold-names.ts'
import { groupClaims, nameOfClaims } from './group-claims.ts'
import { mergeClaims, typeOfClaims } from './merge-claims.ts'
import { owners } from './owners.ts'
import { readLitellm } from './read-litellm.ts'
import { readModelsDev, readRubyLlm } from './read-models-dev.ts'
import { providerNames } from './served-by.ts'
import { spellings } from './spellings.ts'
import { allowlistFor } from './allowlist.ts'

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
function aliasesOf(owner: string, name: string, claims: readonly Claim[]): string[] {
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
function withClearAliases(entries: readonly ReferenceEntry[]): ReferenceEntry[] {
  const names = new Map<string, string>()
  for (const { id } of entries) for (const name of [id, id.slice(id.indexOf('/') + 1)]) names.set(name, id)
  const uses = new Map<string, number>()
  for (const { aliases = [] } of entries) for (const alias of aliases) uses.set(alias, (uses.get(alias) ?? 0) + 1)
  return entries.map(({ aliases = [], ...entry }) => {
    const clear = aliases.filter((alias) => !names.has(alias) && uses.get(alias) === 1)
    return clear.length > 0 ? { ...entry, aliases: clear } : entry
  })
}

/** The sources as they were read, by their place in the reference's list of sources. */
interface Sources {
  rubyLlm: unknown
  modelsDev: unknown
  litellm: unknown
}

/** When and at which commit each source was read. */
export type SourceDates = Record<keyof Sources, { date: string; commit?: string }>

/**
 * Derives the reference catalogue from models.dev's providers, LiteLLM's price table and ruby_llm's list of models. Pure: the
 * same input gives the same output, whatever the order of its keys.
 */
export function deriveReference(read: Sources, dates: SourceDates): ReferenceData {
  const newest = Object.values(dates).reduce((last, { date }) => (date > last ? date : last), '')
  const ruby = readRubyLlm(read.rubyLlm)
  const claims = [
    ...withOlder(ruby.claims, readModelsDev(read.modelsDev, modelsDev)),
    ...readLitellm(read.litellm, litellm, newest),
  ].toSorted(
    (one, other) => one.source - other.source || compare(one.provider, other.provider) || compare(one.id, other.id),
  )
  const current = new Set(claims.flatMap((claim) => (isOwnList(claim) ? claim.owner : [])))
  const old = { isOld: (owner: string) => !current.has(owner), since: dates.modelsDev.date }
  const models = foldNames(groupClaims(claims)).flatMap(({ owner, claims: said }): ReferenceEntry[] => {
    const name = nameOfClaims(owner, said)
    const told = corrected(`${owner}/${name}`, said)
    const type = typeOfClaims(told)
    if (type === undefined || type === 'other') return []
    const allowed = allowlistFor(`${owner}/${name}`, type, told, old)
    if (!allowed) return []
    // What the maker once charged is not the price of weights that only others serve now.
    const priced = allowed.by === 'maker' ? told : told.map((claim) => ({ ...claim, rates: {} }))
    const created = told.flatMap(({ id }) => ruby.created.get(`${owners[owner]?.modelsDev} ${id}`) ?? []).toSorted()[0]
    const entry = mergeClaims(priced, { owner, name, type, deprecated: allowed.deprecated, created })
    return [{ ...entry, aliases: aliasesOf(owner, name, told) }]
  })
  const entries = withClearAliases(models).toSorted((one, other) => compare(one.id, other.id))
  return {
    sources: [
      source('crmne/ruby_llm', dates.rubyLlm),
      source('anomalyco/models.dev', dates.modelsDev),
      source('BerriAI/litellm', dates.litellm),
    ],
    makers: namesFor(
      entries.map(({ id, owner }) => owner ?? id.slice(0, id.indexOf('/'))),
      Object.fromEntries(Object.entries(owners).map(([key, { title }]) => [key, title])),
    ),
    providers: namesFor(
      entries.flatMap(({ served_by: keys = [] }) => keys),
      providerNames,
    ),
    models: entries,
  }
}

/** One claim for what both say of a provider's model: the newer, with the day of release and what else only the older has. */
function withOlder(newer: readonly Claim[], older: readonly Claim[]): Claim[] {
  const keyOf = ({ provider, id }: Claim) => `${provider} ${id}`
  const rest = new Map(older.map((claim) => [keyOf(claim), claim]))
  const merged = newer.map((claim): Claim => {
    const before = rest.get(keyOf(claim))
    rest.delete(keyOf(claim))
    const told = Object.entries(claim).filter(([, value]) => value !== undefined)
    // ruby_llm puts the day on which a provider's list got a model over the day of its release.
    return before ? { ...before, ...Object.fromEntries(told), released: before.released ?? claim.released } : claim
  })
  return [...merged, ...rest.values()]
}

/** Whether ruby_llm has it from the list of the model's own maker. */
function isOwnList({ source: from, firstParty }: Claim): boolean {
  return from === rubyLlm && firstParty
}

/** The names of those keys that are used, in the order of the keys. */
function namesFor(keys: readonly string[], names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries([...new Set(keys)].toSorted().map((key) => [key, names[key] ?? key]))
}

function source(name: string, { date, commit }: { date: string; commit?: string }): ReferenceSource {
  return { name, ...(commit !== undefined && { commit }), date, licence: 'MIT' }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
