import type { Claim } from './claim.ts'
import { modelKey } from './model-key.ts'
import { spellings } from './spellings.ts'

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
