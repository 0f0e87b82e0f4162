import type { Claim } from './claim.ts'
import { owners } from './owners.ts'

/** Whether the weights are published: the maker's word, or else more providers than not, or two at least, as many leave it false. */
export function isOpen(claims: readonly Claim[]): boolean {
  if (claims.some(({ owner }) => owner !== undefined && owners[owner]?.open)) return true
  const maker = claims.find(({ firstParty, openWeights }) => firstParty && openWeights !== undefined)
  if (maker) return maker.openWeights === true
  const yes = claims.filter(({ openWeights }) => openWeights === true).length
  const no = claims.filter(({ openWeights }) => openWeights === false).length
  return yes > no || yes >= 2
}
