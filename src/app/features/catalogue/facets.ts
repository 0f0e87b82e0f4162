import { modelTypes } from '#contract/model-types.ts'
import { capabilityWords, shownCapabilities, statusWords, typeWords } from '#app/models/model-words.ts'
import { makerName } from '#app/models/makers.ts'
import { priceKinds, statuses, visibilities, type CatalogueView } from './catalogue-view.ts'

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
