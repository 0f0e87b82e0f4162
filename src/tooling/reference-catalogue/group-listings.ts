import { type Listing, litellm } from './listing.ts'
import { owners } from './owners.ts'
import { modelKey, plainName, spellings } from './spellings.ts'

/** All listings of one model. */
export interface ListingGroup {
  owner: string
  listings: Listing[]
}

/** Maps the key of each alternative spelling to the key of the canonical one. */
const canonicalKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([id, others]) => {
    const [owner = '', name = ''] = id.split('/')
    return others.map((other): [string, string] => [plainKey(owner, other), plainKey(owner, name)])
  }),
)

function keysBySpelling(): [string, Set<string>][] {
  return Object.entries(spellings).flatMap(([id, others]) => {
    const [owner = '', name = ''] = id.split('/')
    return others.map((other): [string, Set<string>] => [modelKey(owner, other), new Set([plainKey(owner, name)])])
  })
}

/** The same key for all names of one model, including those in `spellings`. */
export function groupKey(owner: string, name: string): string {
  const key = plainKey(owner, name)
  return canonicalKeys.get(key) ?? key
}

function plainKey(owner: string, name: string): string {
  return `${owner}/${modelKey(owner, name)}`
}

/**
 * Groups listings by model, in any spelling. A listing whose id doesn't identify the maker joins the group with the same
 * name, and is dropped if there is no such group or more than one.
 */
export function groupListings(listings: readonly Listing[]): Map<string, ListingGroup> {
  const groups = new Map<string, ListingGroup>()
  const byName = new Map<string, Set<string>>(keysBySpelling())
  for (const listing of listings) {
    if (listing.owner === undefined) continue
    const key = groupKey(listing.owner, listing.name)
    const group = groups.get(key) ?? { owner: listing.owner, listings: [] }
    group.listings.push(listing)
    groups.set(key, group)
    const name = modelKey(listing.owner, listing.name)
    byName.set(name, (byName.get(name) ?? new Set()).add(key))
  }
  for (const listing of listings) {
    if (listing.owner !== undefined) continue
    const [key, ...others] = byName.get(modelKey(undefined, listing.name)) ?? []
    if (key !== undefined && others.length === 0) groups.get(key)?.listings.push(listing)
  }
  return groups
}

/** Canonical names from `spellings`, by key. */
const canonicalNames = new Map(
  Object.keys(spellings).map((id) => {
    const [owner = '', name = ''] = id.split('/')
    return [groupKey(owner, name), name]
  }),
)

/** Providers whose spelling is used if the maker lists none: they keep the maker's own, in lower case. */
const preferredForNames = ['openrouter', 'huggingface', 'nvidia', 'vercel']

/**
 * The name a model is published under: its canonical name from `spellings`, or the maker's own name, or a reseller's.
 * Of the maker's names, avoids `latest` and redundant `preview` suffixes, then takes the shortest.
 */
export function nameOfListings(owner: string, listings: readonly Listing[]): string {
  const named = listings.filter((listing) => listing.owner === owner)
  for (const { name } of named) {
    const canonical = canonicalNames.get(groupKey(owner, name))
    if (canonical !== undefined) return canonical
  }
  const names = new Set(named.map(({ name }) => name))
  const rankOf = ({ firstParty, source, provider, name }: Listing) => {
    const place = preferredForNames.indexOf(provider)
    if (!firstParty) return 4 + (place === -1 ? preferredForNames.length : place)
    const isTemporary =
      name.endsWith('-latest') || (name.endsWith('-preview') && names.has(name.replace(/-preview$/, '')))
    return (isTemporary ? 2 : 0) + (source === litellm ? 1 : 0)
  }
  const [best] = named.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
  )
  if (!best) return ''
  const { author, prefixed } = owners[owner] ?? {}
  const isMakersName = best.firstParty && author !== 'community'
  const name = isMakersName ? best.name.replaceAll('_', '-') : plainName(owner, best.name)
  return prefixed && !name.startsWith(owner) ? `${owner}-${name}` : name
}
