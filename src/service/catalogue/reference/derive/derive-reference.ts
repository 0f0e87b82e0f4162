import type { ReferenceData, ReferenceSource } from '#service/catalogue/reference/reference-entry.ts'
import { aliasesOf, withClearAliases } from './aliases-of.ts'
import { foldNames } from './fold-names.ts'
import { groupClaims } from './group-claims.ts'
import { withoutSlips } from './slips.ts'
import { voucherFor } from './voucher-for.ts'
import { mergeClaims, typeOfClaims } from './merge-claims.ts'
import { nameOfClaims } from './name-of-claims.ts'
import { readLitellm } from './read-litellm.ts'
import { readModelsDev } from './read-models-dev.ts'

/** When and at which commit each source was read. */
export interface SourceDates {
  modelsDev: { date: string; commit?: string }
  litellm: { date: string; commit?: string }
}

/**
 * Derives the reference catalogue from models.dev's providers and LiteLLM's price table. Pure: the same input gives the same
 * output, whatever the order of its keys.
 */
export function deriveReference(modelsDev: unknown, litellm: unknown, dates: SourceDates): ReferenceData {
  const claims = [...readModelsDev(modelsDev, 0), ...readLitellm(litellm, 1, dates.litellm.date)].toSorted(
    (one, other) => one.source - other.source || compare(one.provider, other.provider) || compare(one.id, other.id),
  )
  const models = foldNames(groupClaims(claims)).flatMap(({ owner, claims: told }) => {
    const name = nameOfClaims(owner, told)
    const type = typeOfClaims(told)
    if (type === undefined || type === 'other') return []
    const voucher = voucherFor(`${owner}/${name}`, type, told)
    if (!voucher) return []
    // What the maker once charged is not the price of weights that only others serve now.
    const priced = voucher === 'maker' ? told : told.map((claim) => ({ ...claim, rates: {} }))
    const right = withoutSlips(`${owner}/${name}`, priced)
    return [{ ...mergeClaims(owner, name, type, right), aliases: aliasesOf(owner, name, told) }]
  })
  return {
    sources: [source('anomalyco/models.dev', dates.modelsDev), source('BerriAI/litellm', dates.litellm)],
    models: withClearAliases(models).toSorted((one, other) => compare(one.id, other.id)),
  }
}

function source(name: string, { date, commit }: { date: string; commit?: string }): ReferenceSource {
  return { name, ...(commit !== undefined && { commit }), date, licence: 'MIT' }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
