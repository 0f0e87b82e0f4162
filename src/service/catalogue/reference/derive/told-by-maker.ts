import type { Claim } from './claim.ts'

/** The first that the model's maker tells, in models.dev rather than in LiteLLM. */
export function toldByMaker<T>(claims: readonly Claim[], read: (claim: Claim) => T | undefined): T | undefined {
  const makers = claims.filter(({ firstParty }) => firstParty).toSorted((one, other) => one.source - other.source)
  return makers.map(read).find((value) => value !== undefined)
}
