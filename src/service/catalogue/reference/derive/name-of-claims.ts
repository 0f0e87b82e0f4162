import { litellm, type Claim } from './claim.ts'
import { plainName } from './model-key.ts'
import { owners } from './owners.ts'
import { groupKey } from './group-claims.ts'
import { spellings } from './spellings.ts'

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
