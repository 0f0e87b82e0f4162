import { type CatalogueView, priceKinds, statuses, visibilities } from '#app/features/catalogue/query/catalogue-view.ts'
import type { ModelIndex } from '#app/features/catalogue/query/model-index.ts'
import { makerName } from '#app/models/makers.ts'
import { capabilityWords, shownCapabilities, statusWords, typeWords } from '#app/models/model-words.tsx'
import { modelTypes } from '#contract/model-types.ts'

/** The facets of which several values can be chosen. */
export type ListFacet = 'type' | 'maker' | 'can' | 'status' | 'visibility' | 'price'

/** What each facet is called. */
export const facetTitles: Record<ListFacet, string> = {
  type: 'Type',
  maker: 'Maker',
  can: 'Capabilities',
  status: 'Status',
  visibility: 'Visibility',
  price: 'Price',
}

export const visibilityWords = { public: 'Public', private: 'Private' } as const
const priceKindWords = { known: 'Price known', free: 'Free' } as const
export const openWords = 'Ready to use here'
export const deprecatedWords = 'Show deprecated'

/** A value of a facet, with what it is called. */
export interface FacetValue {
  value: string
  words: string
}

/** The values of a facet, in the order in which they are counted. */
export function valuesOf(facet: ListFacet, makers: readonly string[]): FacetValue[] {
  switch (facet) {
    case 'type':
      return modelTypes.map((value) => ({ value, words: typeWords[value] }))
    case 'maker':
      return makers.map((value) => ({ value, words: value === 'community' ? 'Other makers' : makerName(value) }))
    case 'can':
      return shownCapabilities.map((value) => ({ value, words: capabilityWords[value] }))
    case 'status':
      return statuses.map((value) => ({ value, words: statusWords[value].text }))
    case 'visibility':
      return visibilities.map((value) => ({ value, words: visibilityWords[value] }))
    case 'price':
      return priceKinds.map((value) => ({ value, words: priceKindWords[value] }))
  }
}

/** The view after a value was switched on or off. */
export function toggleValue(view: CatalogueView, facet: ListFacet, value: string): CatalogueView {
  switch (facet) {
    case 'type':
      return { ...view, type: toggled(modelTypes, view.type, value) }
    case 'maker':
      return {
        ...view,
        maker: view.maker.includes(value) ? view.maker.filter((each) => each !== value) : [...view.maker, value],
      }
    case 'can':
      return { ...view, can: toggled(shownCapabilities, view.can, value) }
    case 'status':
      return { ...view, status: toggled(statuses, view.status, value) }
    case 'visibility':
      return { ...view, visibility: toggled(visibilities, view.visibility, value) }
    case 'price':
      return { ...view, price: toggled(priceKinds, view.price, value) }
  }
}

/** Always in the order of all, so that the same choice has the same address whichever way it was made. */
function toggled<T extends string>(all: readonly T[], chosen: readonly T[], value: string): T[] {
  return all.filter((each) => chosen.includes(each) !== (each === value))
}

/** Each facet, and the bit it has among those that a model fails. */
export const facetBits = { type: 1, maker: 2, can: 4, status: 8, visibility: 16, price: 32, open: 64 } as const
export type FacetName = keyof typeof facetBits

/** How many models each value of each facet leaves, in the order in which the facet's values stand. */
export type FacetCounts = Readonly<Record<FacetName | 'deprecated', Uint32Array>>

/** All at zero. */
export function emptyCounts({ makers }: Pick<ModelIndex, 'makers'>): FacetCounts {
  return {
    type: new Uint32Array(modelTypes.length),
    maker: new Uint32Array(makers.length),
    can: new Uint32Array(shownCapabilities.length),
    status: new Uint32Array(statuses.length),
    visibility: new Uint32Array(visibilities.length),
    price: new Uint32Array(priceKinds.length),
    open: new Uint32Array(1),
    deprecated: new Uint32Array(1),
  }
}

/**
 * Counts one model, by what it fails. A facet of which any value will do counts whatever passes all *other* filters: that
 * is what a value adds. Of a facet that wants all its values, a model counts only where it passes that one too: that is
 * what a value would leave.
 */
export function countModel(
  counts: FacetCounts,
  index: ModelIndex,
  place: number,
  { failures, wantsAll }: { failures: number; wantsAll: boolean },
): void {
  // What fails two groups counts nowhere; most models do, once somebody filters.
  if ((failures & (failures - 1)) !== 0) return
  const passesOthers = (bit: number) => failures === 0 || failures === bit
  if (passesOthers(facetBits.type)) count(counts.type, index.type[place])
  if (passesOthers(facetBits.maker)) count(counts.maker, index.maker[place])
  if (passesOthers(facetBits.status)) count(counts.status, index.status[place])
  if (passesOthers(facetBits.visibility)) count(counts.visibility, index.visibility[place])
  if (wantsAll ? failures === 0 : passesOthers(facetBits.can)) countBits(counts.can, index.can[place])
  if (passesOthers(facetBits.price)) countBits(counts.price, index.price[place])
  if (passesOthers(facetBits.open)) countBits(counts.open, index.open[place])
}

/** A code without a place of its own is written to nowhere. */
function count(counts: Uint32Array, code = counts.length): void {
  if (code < counts.length) counts[code] = (counts[code] ?? 0) + 1
}

function countBits(counts: Uint32Array, bits = 0): void {
  for (let code = 0; bits >> code !== 0; code++) if ((bits >> code) & 1) count(counts, code)
}
