import type { PriceMetric } from '#contract/model.ts'
import { litellm } from './listing.ts'
import { type ListingGroup, groupKey, nameOfListings } from './group-listings.ts'
import { isOpen } from './owners.ts'
import { ratesOfListings } from './rates.ts'
import { plainName } from './spellings.ts'

/** A suffix that names a version of a model. */
export interface Suffix {
  /**
   * `date`: the day of a snapshot (`-2024-08-06`, `-20250929`, `-08-2024`, `-02-15`, `-0613`).
   * `version`: a year and month that distinguish releases (`-2506`), as Mistral and Qwen number theirs.
   * `latest`, `preview`, `revision` (`-001`, `-beta`): as written.
   */
  kind: 'date' | 'version' | 'latest' | 'preview' | 'revision'
  /** The name without it. */
  stem: string
  /** Only for a complete date: `YYYY-MM-DD`. */
  day?: string
  /** Only for a version or a date with a month: `YYYY-MM`. */
  month?: string
}

/** Parses the suffix of a name; undefined if it has none of these. */
export function suffixOf(name: string): Suffix | undefined {
  const day = /^(.+)-(20\d\d)-?(\d\d)-?(\d\d)$/.exec(name)
  if (day && isMonth(day[3]) && Number(day[4]) <= 31) {
    return { kind: 'date', stem: day[1] ?? '', day: `${day[2]}-${day[3]}-${day[4]}`, month: `${day[2]}-${day[3]}` }
  }
  const month = /^(.+)-(\d\d)-(20\d\d)$/.exec(name)
  if (month && isMonth(month[2])) return { kind: 'date', stem: month[1] ?? '', month: `${month[3]}-${month[2]}` }
  const four = /^(.+)-(\d\d)(-?)(\d\d)$/.exec(name)
  if (four) {
    const stem = four[1] ?? ''
    const year = Number(four[2])
    if (four[3] === '' && year >= 23 && year <= 40 && isMonth(four[4])) {
      return { kind: 'version', stem, month: `20${four[2]}-${four[4]}` }
    }
    if (isMonth(four[2]) && Number(four[4]) >= 1 && Number(four[4]) <= 31) return { kind: 'date', stem }
  }
  const word = /^(.+)-(latest|preview|beta|00\d)$/.exec(name)
  if (!word) return undefined
  const kind = word[2] === 'latest' || word[2] === 'preview' ? word[2] : 'revision'
  return { kind, stem: word[1] ?? '' }
}

function isMonth(digits: string | undefined): boolean {
  const month = Number(digits)
  return month >= 1 && month <= 12
}

interface Named extends ListingGroup {
  key: string
  suffix?: Suffix
  /** Who lists the name: 2 the maker in models.dev, 1 the maker in LiteLLM, 0 only resellers. */
  rank: number
}

/**
 * Merges the groups of names that mean the same model. A name with a date, `latest`, `preview` or revision is merged if the
 * maker lists both names at the same price; a snapshot with another price stays separate (`gpt-4o-2024-05-13`). A year and
 * month (`-2506`), or any date on open weights (`deepseek-r1-0528`), is a separate release: only an undated or `latest` name
 * is merged, into the newest release with its price.
 */
export function foldNames(groups: ReadonlyMap<string, ListingGroup>): ListingGroup[] {
  const named = new Map([...groups].map(([key, group]) => [key, nameOf(key, group)]))
  const target = new Map<string, string>()
  for (const group of named.values()) {
    const [from, into] = foldTarget(group, named) ?? []
    if (from && into && from !== into && !target.has(from)) target.set(from, into)
  }
  const folded = new Map<string, ListingGroup>()
  // Groups that stay come first, so that their own listings precede the merged ones.
  const inOrder = [...named.values()].toSorted(
    (one, other) => Number(target.has(one.key)) - Number(target.has(other.key)),
  )
  for (const { key, owner, listings } of inOrder) {
    const end = finalKey(key, target)
    const into = folded.get(end)
    folded.set(end, { owner, listings: [...(into?.listings ?? []), ...listings] })
  }
  return [...folded.values()]
}

function nameOf(key: string, group: ListingGroup): Named {
  const makers = group.listings.filter(({ firstParty }) => firstParty)
  const suffix = suffixOf(plainName(group.owner, nameOfListings(group.owner, group.listings)))
  return {
    ...group,
    key,
    suffix,
    rank: makers.some(({ source }) => source !== litellm) ? 2 : makers.length > 0 ? 1 : 0,
  }
}

/** The key to merge and the key to merge it into. */
function foldTarget(group: Named, all: ReadonlyMap<string, Named>): [string, string] | undefined {
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
      if (stem.rank < group.rank) return isOnlyOne && pricesAgree(stem, group) ? [stem.key, key] : undefined
      return stem.rank > 0 && pricesAgree(stem, group) && !isOpen(group.listings) ? [key, stem.key] : undefined
    case 'version':
      if (!stem) return undefined
      if (stem.rank === 0) {
        const moves = all.has(groupKey(owner, `${suffix.stem}-latest`))
        return isOnlyOne && !moves ? [stem.key, key] : undefined
      }
      return stem.rank === 2 && samePrice(stem, group) && newest(siblings) === key ? [key, stem.key] : undefined
    case 'latest': {
      if (stem && stem.rank > 0 && pricesAgree(stem, group)) return [key, stem.key]
      const into = newest(siblings.filter((other) => samePrice(other, group)))
      if (into !== undefined) return [key, into]
      return stem && stem.rank === 0 && group.rank > 0 ? [stem.key, key] : undefined
    }
    case 'preview':
      return stem && stem.rank > 0 && group.rank > 0 ? [key, stem.key] : undefined
    case 'revision':
      return stem && stem.rank > 0 && pricesAgree(stem, group) ? [key, stem.key] : undefined
  }
}

/** Deepgram also lists each model per use case (`nova-2-meeting`), at the same price. */
function foldUseCase(group: Named, all: ReadonlyMap<string, Named>): [string, string] | undefined {
  const general = group.listings[0]?.name.replace(/-[a-z]+$/, '')
  const stem = general === undefined ? undefined : all.get(groupKey(group.owner, general))
  return stem && samePrice(stem, group) ? [group.key, stem.key] : undefined
}

function newest(groups: readonly Named[]): string | undefined {
  const versions = groups.filter(({ suffix }) => suffix?.kind === 'version')
  return versions.toSorted((one, other) => ((one.suffix?.month ?? '') < (other.suffix?.month ?? '') ? 1 : -1))[0]?.key
}

/** Metrics by which prices are compared; cached prices aren't always listed. */
const comparedMetrics: readonly PriceMetric[] = [
  'input_tokens',
  'output_tokens',
  'images',
  'audio_seconds',
  'characters',
]

/** Whether the prices are equal or one is unknown. */
function pricesAgree(one: ListingGroup, other: ListingGroup): boolean {
  return !ratesOfListings(one.listings) || !ratesOfListings(other.listings) || samePrice(one, other)
}

function samePrice(one: ListingGroup, other: ListingGroup): boolean {
  const a = ratesOfListings(one.listings)?.rates
  const b = ratesOfListings(other.listings)?.rates
  if (!a || !b) return false
  return comparedMetrics.every((metric) => a[metric] === b[metric])
}

/** Follows a chain of merges to its end. */
function finalKey(key: string, target: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let end = key
  for (let next = target.get(end); next !== undefined && !seen.has(next); next = target.get(end)) {
    seen.add(end)
    end = next
  }
  return end
}
