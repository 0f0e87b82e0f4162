import { type Claim, litellm } from './claim.ts'
import { owners } from './owners.ts'
import { modelKey, plainName, spellings } from './spellings.ts'

/** All claims about one model. */
export interface ClaimGroup {
  owner: string
  claims: Claim[]
}

/** From the key of each other spelling to the key of the settled one. */
const respelled: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([id, others]) => {
    const [owner = '', name = ''] = id.split('/')
    return others.map((other): [string, string] => [plainKey(owner, other), plainKey(owner, name)])
  }),
)

function settledNames(): [string, Set<string>][] {
  return Object.entries(spellings).flatMap(([id, others]) => {
    const [owner = '', name = ''] = id.split('/')
    return others.map((other): [string, Set<string>] => [modelKey(owner, other), new Set([plainKey(owner, name)])])
  })
}

/** What all names of one model have in common, those settled by hand included. */
export function groupKey(owner: string, name: string): string {
  const key = plainKey(owner, name)
  return respelled.get(key) ?? key
}

function plainKey(owner: string, name: string): string {
  return `${owner}/${modelKey(owner, name)}`
}

/**
 * Gathers the claims by the model they name, whatever its spelling. A claim whose id doesn't say who made the model joins
 * the one group that has its name, and is dropped when there is none or more than one.
 */
export function groupClaims(claims: readonly Claim[]): Map<string, ClaimGroup> {
  const groups = new Map<string, ClaimGroup>()
  const byName = new Map<string, Set<string>>(settledNames())
  for (const claim of claims) {
    if (claim.owner === undefined) continue
    const key = groupKey(claim.owner, claim.name)
    const group = groups.get(key) ?? { owner: claim.owner, claims: [] }
    group.claims.push(claim)
    groups.set(key, group)
    const name = modelKey(claim.owner, claim.name)
    byName.set(name, (byName.get(name) ?? new Set()).add(key))
  }
  for (const claim of claims) {
    if (claim.owner !== undefined) continue
    const [key, ...others] = byName.get(modelKey(undefined, claim.name)) ?? []
    if (key !== undefined && others.length === 0) groups.get(key)?.claims.push(claim)
  }
  return groups
}

/** By key, the names settled by hand. */
const settled = new Map(
  Object.keys(spellings).map((id) => {
    const [owner = '', name = ''] = id.split('/')
    return [groupKey(owner, name), name]
  }),
)

/** Whose spelling is taken where the maker has none: these keep the maker's own, in lower case. */
const spellers = ['openrouter', 'huggingface', 'nvidia', 'vercel']

/**
 * The name a model is published under: the one settled by hand, else the maker's own (rather not one that ends in `latest`,
 * or in `preview` where it goes without too; of several the shortest), else that of the best speller among the resellers.
 */
export function nameOfClaims(owner: string, claims: readonly Claim[]): string {
  const named = claims.filter((claim) => claim.owner === owner)
  for (const { name } of named) {
    const byHand = settled.get(groupKey(owner, name))
    if (byHand !== undefined) return byHand
  }
  const names = new Set(named.map(({ name }) => name))
  const rankOf = ({ firstParty, source, provider, name }: Claim) => {
    const place = spellers.indexOf(provider)
    if (!firstParty) return 4 + (place === -1 ? spellers.length : place)
    const isPassing =
      name.endsWith('-latest') || (name.endsWith('-preview') && names.has(name.replace(/-preview$/, '')))
    return (isPassing ? 2 : 0) + (source === litellm ? 1 : 0)
  }
  const [best] = named.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || one.name.length - other.name.length || (one.name < other.name ? -1 : 1),
  )
  if (!best) return ''
  const { author, prefixed } = owners[owner] ?? {}
  const isOwnWord = best.firstParty && author !== 'community'
  const name = isOwnWord ? best.name.replaceAll('_', '-') : plainName(owner, best.name)
  return prefixed && !name.startsWith(owner) ? `${owner}-${name}` : name
}
