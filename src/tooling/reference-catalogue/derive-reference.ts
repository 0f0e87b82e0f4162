import type { ReferenceData, ReferenceEntry, ReferenceSource } from '#service/catalogue/reference/reference-entry.ts'
import { type Listing, litellm, modelsDev, rubyLlm } from './listing.ts'
import { applyCorrections } from './corrections.ts'
import { foldNames } from './fold-names.ts'
import { groupListings, nameOfListings } from './group-listings.ts'
import { mergeListings, typeOfListings } from './merge-listings.ts'
import { owners } from './owners.ts'
import { readLitellm } from './read-litellm.ts'
import { readModelsDev, readRubyLlm } from './read-models-dev.ts'
import { providerNames } from './served-by.ts'
import { spellings } from './spellings.ts'
import { allowlistFor } from './allowlist.ts'

/** Engines whose ids become aliases; the others resell under the same ids. */
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
function aliasesOf(owner: string, name: string, listings: readonly Listing[]): string[] {
  const aliases = new Set(spellings[`${owner}/${name}`])
  for (const listing of listings) {
    const id = listing.id.toLowerCase().replace(/:free$/, '')
    if (listing.firstParty && !owners[owner]?.prefixed) aliases.add(listing.name)
    // LiteLLM's keys start with its own name for the provider.
    if (engines.has(listing.provider) || (listing.source !== litellm && listing.firstParty)) aliases.add(id)
    if (listing.source === litellm && owners[owner]?.prefixed) aliases.add(id)
  }
  return [...aliases].toSorted()
}

/** Removes aliases that equal a model's id or name, or are ambiguous. */
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

/** The parsed JSON of each source. */
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
  const listings = [
    ...withOlder(ruby.listings, readModelsDev(read.modelsDev, modelsDev)),
    ...readLitellm(read.litellm, litellm, newest),
  ].toSorted(
    (one, other) => one.source - other.source || compare(one.provider, other.provider) || compare(one.id, other.id),
  )
  const current = new Set(listings.flatMap((listing) => (isOwnList(listing) ? listing.owner : [])))
  const old = { isOld: (owner: string) => !current.has(owner), since: dates.modelsDev.date }
  const models = foldNames(groupListings(listings)).flatMap(({ owner, listings: grouped }): ReferenceEntry[] => {
    const name = nameOfListings(owner, grouped)
    const corrected = applyCorrections(`${owner}/${name}`, grouped)
    const type = typeOfListings(corrected)
    if (type === undefined || type === 'other') return []
    const allowed = allowlistFor(`${owner}/${name}`, type, corrected, old)
    if (!allowed) return []
    // The maker's former price doesn't apply to weights that only others serve now.
    const priced = allowed.confirmedBy === 'maker' ? corrected : corrected.map((listing) => ({ ...listing, rates: {} }))
    const created = corrected
      .flatMap(({ id }) => ruby.created.get(`${owners[owner]?.modelsDev} ${id}`) ?? [])
      .toSorted()[0]
    const entry = mergeListings(priced, { owner, name, type, deprecated: allowed.deprecated, created })
    return [{ ...entry, aliases: aliasesOf(owner, name, corrected) }]
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

/** Merges two sources per provider and model: the newer facts win, except for the release date. */
function withOlder(newer: readonly Listing[], older: readonly Listing[]): Listing[] {
  const keyOf = ({ provider, id }: Listing) => `${provider} ${id}`
  const rest = new Map(older.map((listing) => [keyOf(listing), listing]))
  const merged = newer.map((listing): Listing => {
    const before = rest.get(keyOf(listing))
    rest.delete(keyOf(listing))
    const known = Object.entries(listing).filter(([, value]) => value !== undefined)
    // ruby_llm replaces the release date with the day the provider's list got the model.
    return before ? { ...before, ...Object.fromEntries(known), released: before.released ?? listing.released } : listing
  })
  return [...merged, ...rest.values()]
}

/** Whether it is the maker's own listing in ruby_llm. */
function isOwnList({ source: from, firstParty }: Listing): boolean {
  return from === rubyLlm && firstParty
}

/** The names of the used keys, sorted by key. */
function namesFor(keys: readonly string[], names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries([...new Set(keys)].toSorted().map((key) => [key, names[key] ?? key]))
}

function source(name: string, { date, commit }: { date: string; commit?: string }): ReferenceSource {
  return { name, ...(commit !== undefined && { commit }), date, licence: 'MIT' }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
