import type { PriceMetric } from '#contract/model.ts'
import { litellm } from './claim.ts'
import { groupKey, type ClaimGroup } from './group-claims.ts'
import { isOpen } from './is-open.ts'
import { plainName } from './model-key.ts'
import { nameOfClaims } from './name-of-claims.ts'
import { ratesOfClaims } from './rates-of-claims.ts'
import { suffixOf, type Suffix } from './suffix-of.ts'

interface Named extends ClaimGroup {
  key: string
  suffix?: Suffix
  /** Who vouches for the name: 2 the maker in models.dev, 1 the maker in LiteLLM, 0 only resellers. */
  rank: number
}

/**
 * Makes one group of the names under which one model goes at different times. A day, `latest`, `preview` or a revision
 * at the end is the same model where the maker lists both and charges the same; a snapshot with another price stays apart
 * (`gpt-4o-2024-05-13`). A year and month (`-2506`) tells releases apart, and so does any date on open weights
 * (`deepseek-r1-0528`): these stay apart from each other, and only an undated or `latest` name joins the newest of its price.
 */
export function foldNames(groups: ReadonlyMap<string, ClaimGroup>): ClaimGroup[] {
  const named = new Map([...groups].map(([key, group]) => [key, nameOf(key, group)]))
  const target = new Map<string, string>()
  for (const group of named.values()) {
    const [from, into] = foldOf(group, named) ?? []
    if (from && into && from !== into && !target.has(from)) target.set(from, into)
  }
  const folded = new Map<string, ClaimGroup>()
  // Those that stay come first, so that the name folded into is the first of its claims.
  const inOrder = [...named.values()].toSorted(
    (one, other) => Number(target.has(one.key)) - Number(target.has(other.key)),
  )
  for (const { key, owner, claims } of inOrder) {
    const end = endOf(key, target)
    const into = folded.get(end)
    folded.set(end, { owner, claims: [...(into?.claims ?? []), ...claims] })
  }
  return [...folded.values()]
}

function nameOf(key: string, group: ClaimGroup): Named {
  const makers = group.claims.filter(({ firstParty }) => firstParty)
  const suffix = suffixOf(plainName(group.owner, nameOfClaims(group.owner, group.claims)))
  return {
    ...group,
    key,
    suffix,
    rank: makers.some(({ source }) => source !== litellm) ? 2 : makers.length > 0 ? 1 : 0,
  }
}

/** Which key is to go into which. */
function foldOf(group: Named, all: ReadonlyMap<string, Named>): [string, string] | undefined {
  const { key, owner, suffix } = group
  if (owner === 'deepgram') return foldUseCase(group, all)
  if (!suffix) return undefined
  const stem = all.get(groupKey(owner, suffix.stem))
  const siblings = [...all.values()].filter(
    (other) => other.owner === owner && other.suffix?.stem === suffix.stem && other.rank > 0,
  )
  const isOnlyOne = group.rank > 0 && siblings.filter(({ suffix: other }) => other?.kind === suffix.kind).length === 1
  switch (suffix.kind) {
    case 'date':
      if (!stem) return undefined
      if (stem.rank < group.rank) return isOnlyOne && agree(stem, group) ? [stem.key, key] : undefined
      return stem.rank > 0 && agree(stem, group) && !isOpen(group.claims) ? [key, stem.key] : undefined
    case 'version':
      if (!stem) return undefined
      if (stem.rank === 0) {
        const moves = all.has(groupKey(owner, `${suffix.stem}-latest`))
        return isOnlyOne && !moves ? [stem.key, key] : undefined
      }
      return stem.rank === 2 && samePrice(stem, group) && newest(siblings) === key ? [key, stem.key] : undefined
    case 'latest': {
      if (stem && stem.rank > 0 && agree(stem, group)) return [key, stem.key]
      const into = newest(siblings.filter((other) => samePrice(other, group)))
      if (into !== undefined) return [key, into]
      return stem && stem.rank === 0 && group.rank > 0 ? [stem.key, key] : undefined
    }
    case 'preview':
      return stem && stem.rank > 0 && group.rank > 0 ? [key, stem.key] : undefined
    case 'revision':
      return stem && stem.rank > 0 && agree(stem, group) ? [key, stem.key] : undefined
  }
}

/** Deepgram lists each model once more per use (`nova-2-meeting`) at the same price. */
function foldUseCase(group: Named, all: ReadonlyMap<string, Named>): [string, string] | undefined {
  const general = group.claims[0]?.name.replace(/-[a-z]+$/, '')
  const stem = general === undefined ? undefined : all.get(groupKey(group.owner, general))
  return stem && samePrice(stem, group) ? [group.key, stem.key] : undefined
}

function newest(groups: readonly Named[]): string | undefined {
  const versions = groups.filter(({ suffix }) => suffix?.kind === 'version')
  return versions.toSorted((one, other) => ((one.suffix?.month ?? '') < (other.suffix?.month ?? '') ? 1 : -1))[0]?.key
}

/** What a snapshot must cost the same by; what is cached was not always told. */
const charged: readonly PriceMetric[] = ['input_tokens', 'output_tokens', 'images', 'audio_seconds', 'characters']

/** No known price contradicts the other. */
function agree(one: ClaimGroup, other: ClaimGroup): boolean {
  return !ratesOfClaims(one.claims) || !ratesOfClaims(other.claims) || samePrice(one, other)
}

function samePrice(one: ClaimGroup, other: ClaimGroup): boolean {
  const a = ratesOfClaims(one.claims)?.rates
  const b = ratesOfClaims(other.claims)?.rates
  if (!a || !b) return false
  return charged.every((metric) => a[metric] === b[metric])
}

/** Where the folding of folded names ends. */
function endOf(key: string, target: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let end = key
  for (let next = target.get(end); next !== undefined && !seen.has(next); next = target.get(end)) {
    seen.add(end)
    end = next
  }
  return end
}
