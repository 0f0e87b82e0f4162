import type { ReferenceData, ReferenceEntry, ReferenceSource } from '#service/catalogue/reference/reference-entry.ts'
import { aliasesOf, withClearAliases } from './aliases-of.ts'
import { litellm, modelsDev, rubyLlm, type Claim } from './claim.ts'
import { corrected } from './corrections.ts'
import { foldNames } from './fold-names.ts'
import { groupClaims } from './group-claims.ts'
import { mergeClaims, typeOfClaims } from './merge-claims.ts'
import { nameOfClaims } from './name-of-claims.ts'
import { owners } from './owners.ts'
import { readLitellm } from './read-litellm.ts'
import { readModelsDev } from './read-models-dev.ts'
import { readRubyLlm } from './read-ruby-llm.ts'
import { providerNames } from './served-by.ts'
import { voucherFor } from './voucher-for.ts'

/** The sources as they were read, by their place in the reference's list of sources. */
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
  const claims = [
    ...withOlder(ruby.claims, readModelsDev(read.modelsDev, modelsDev)),
    ...readLitellm(read.litellm, litellm, newest),
  ].toSorted(
    (one, other) => one.source - other.source || compare(one.provider, other.provider) || compare(one.id, other.id),
  )
  const current = new Set(claims.flatMap((claim) => (isOwnList(claim) ? claim.owner : [])))
  const old = { isOld: (owner: string) => !current.has(owner), since: dates.modelsDev.date }
  const models = foldNames(groupClaims(claims)).flatMap(({ owner, claims: said }): ReferenceEntry[] => {
    const name = nameOfClaims(owner, said)
    const told = corrected(`${owner}/${name}`, said)
    const type = typeOfClaims(told)
    if (type === undefined || type === 'other') return []
    const voucher = voucherFor(`${owner}/${name}`, type, told, old)
    if (!voucher) return []
    // What the maker once charged is not the price of weights that only others serve now.
    const priced = voucher.by === 'maker' ? told : told.map((claim) => ({ ...claim, rates: {} }))
    const created = told.flatMap(({ id }) => ruby.created.get(`${owners[owner]?.modelsDev} ${id}`) ?? []).toSorted()[0]
    const entry = mergeClaims(priced, { owner, name, type, deprecated: voucher.deprecated, created })
    return [{ ...entry, aliases: aliasesOf(owner, name, told) }]
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

/** One claim for what both say of a provider's model: the newer, with the day of release and what else only the older has. */
function withOlder(newer: readonly Claim[], older: readonly Claim[]): Claim[] {
  const keyOf = ({ provider, id }: Claim) => `${provider} ${id}`
  const rest = new Map(older.map((claim) => [keyOf(claim), claim]))
  const merged = newer.map((claim): Claim => {
    const before = rest.get(keyOf(claim))
    rest.delete(keyOf(claim))
    const told = Object.entries(claim).filter(([, value]) => value !== undefined)
    // ruby_llm puts the day on which a provider's list got a model over the day of its release.
    return before ? { ...before, ...Object.fromEntries(told), released: before.released ?? claim.released } : claim
  })
  return [...merged, ...rest.values()]
}

/** Whether ruby_llm has it from the list of the model's own maker. */
function isOwnList({ source: from, firstParty }: Claim): boolean {
  return from === rubyLlm && firstParty
}

/** The names of those keys that are used, in the order of the keys. */
function namesFor(keys: readonly string[], names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries([...new Set(keys)].toSorted().map((key) => [key, names[key] ?? key]))
}

function source(name: string, { date, commit }: { date: string; commit?: string }): ReferenceSource {
  return { name, ...(commit !== undefined && { commit }), date, licence: 'MIT' }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
