import type { Claim } from './claim.ts'
import { mostTold } from './vote.ts'

/** The name as people write it, without what a provider adds: “Meta: Llama 3.1 8B Instruct (free)” is “Llama 3.1 8B Instruct”. */
export function titleOf(claims: readonly Claim[]): string | undefined {
  const titled = claims.map((claim) => ({
    claim,
    title: claim.title === undefined ? undefined : plainTitle(claim.title),
  }))
  // Some makers' lists have the id for a name.
  const isName = (title: string | undefined) => title !== undefined && !/^[a-z0-9._:-]+$/.test(title)
  const maker = titled.find(({ claim, title }) => claim.firstParty && isName(title))
  // Of equals rather OpenRouter's, which tells releases apart, then the shortest.
  const best = titled.find(({ claim }) => claim.provider === 'openrouter')?.title
  const rank = (title: string) => (title === best ? 0 : title.length)
  const titles = titled.map(({ title }) => (isName(title) ? title : undefined))
  return maker?.title ?? mostTold(titles, (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

function plainTitle(title: string): string | undefined {
  const plain = title
    .replace(/^[\w .-]+: /, '')
    .replace(/ \((?:latest|free)\)$/i, '')
    .trim()
  return plain === '' || plain.includes('/') ? undefined : plain
}
