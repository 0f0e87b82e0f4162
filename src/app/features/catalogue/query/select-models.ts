import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import {
  type FlagName,
  type ListName,
  flagNames,
  isListName,
  listNames,
  lists,
  rangeNames,
  recordOf,
} from '#app/features/catalogue/facets/facets.ts'
import type { PassRates } from '#app/data/experiments/pass-rates.ts'
import { exactCostsOf } from '#app/models/cost-estimate.ts'
import { whenIdle } from '#app/models/when-idle.ts'
import { type Workload, workloadStore } from '#app/models/workload.ts'
import type { Model } from '#contract/model.ts'
import type { CatalogueView, SortKey } from './catalogue-view.ts'
import { type Costs, type ModelIndex, indexModels, rangeFigures } from './model-index.ts'
import { type Matches, noMatch, searchModels } from './search.ts'
import { sortModels } from './sort-models.ts'

/** How many models each value of each facet leaves, in the order of the index's values. */
export type FacetCounts = Readonly<Record<ListName | FlagName | 'deprecated', Uint32Array>>

/** The models that pass every filter, and how many each value of each facet leaves. */
export interface Selection {
  /** Places in the index, in the order asked for. */
  places: readonly number[]
  counts: FacetCounts
}

interface Query {
  index: ModelIndex
  view: CatalogueView
  matches: Matches | null
  /** All places, in the order asked for. */
  order: Int32Array
  costs: () => Costs
}

const countedNames = [...listNames, ...flagNames]
/** A bit per facet among those that a model fails; the last one is for the ranges, which count nothing. */
const failureBits = recordOf(countedNames, (name) => 1 << countedNames.indexOf(name))
const rangeBit = 1 << countedNames.length

/** Filters, orders and counts. Each active filter and each facet is one loop over the models that the search found. */
export function selectModels(query: Query): Selection {
  const { index, view, matches } = query
  const places = foundPlaces(query)
  const failures = failuresOf(query, places)
  const deprecated = new Uint32Array(1)
  const tiers: number[][] = [[], [], [], []]
  /** How many models some facet counts; they are moved to the front of `places` and `failures`. */
  let counted = 0
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0
    const failed = failures[at] ?? 0
    if (index.deprecated[place] === 1) {
      if (failed === 0) deprecated[0] = (deprecated[0] ?? 0) + 1
      if (!view.deprecated) continue
    }
    // A model that fails two facets counts in none.
    if ((failed & (failed - 1)) === 0) {
      places[counted] = place
      failures[counted] = failed
      counted += 1
    }
    if (failed !== 0) continue
    // An unsorted search shows the best matches first; the model with exactly this id is always first.
    const tier = matches?.tiers[place] ?? 0
    tiers[view.sort.length === 0 ? tier : Math.min(tier, 1)]?.push(place)
  }
  const counts = recordOf(countedNames, (name) =>
    countFacet(query, name, places.subarray(0, counted), failures.subarray(0, counted)),
  )
  return { places: tiers.flat(), counts: { ...counts, deprecated } }
}

/** While typing, the search excludes most models; those count in no facet. */
function foundPlaces({ matches, order }: Query): Int32Array {
  if (matches === null) return order.slice()
  const places = new Int32Array(order.length)
  let length = 0
  for (const place of order) if (matches.tiers[place] !== noMatch) places[length++] = place
  return places.subarray(0, length)
}

/** Which facets each of these models fails, as bits. */
function failuresOf({ index, view, costs }: Query, places: Int32Array): Uint32Array {
  const failures = new Uint32Array(places.length)
  const mark = (column: Uint32Array | Float64Array, bit: number, passes: (value: number) => boolean) => {
    for (let at = 0; at < places.length; at++) {
      if (!passes(column[places[at] ?? 0] ?? 0)) failures[at] = (failures[at] ?? 0) | bit
    }
  }
  for (const name of listNames) {
    if (view[name].length > 0) mark(index.facets[name], failureBits[name], testOf(index, view, name))
  }
  for (const name of flagNames) {
    if (view[name]) mark(index.facets[name], failureBits[name], (bit) => bit === 1)
  }
  for (const name of rangeNames) {
    const range = view.ranges[name]
    if (!range) continue
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range
    // NaN is within no range: filtering by a figure excludes the models for which it is unknown.
    mark(rangeFigures(index, name, costs), rangeBit, (figure) => figure >= min && figure <= max)
  }
  return failures
}

/** Whether a value in a facet's column passes the values that are chosen. */
function testOf({ values }: ModelIndex, view: CatalogueView, name: ListName): (value: number) => boolean {
  const facet = lists[name]
  const chosen: readonly string[] = view[name]
  if (facet.kind === 'dynamic') {
    const { accepts = (one, other) => one === other } = facet
    const accepted = values[name].map((value) => chosen.some((each) => accepts(each, value)))
    return (code) => accepted[code] === true
  }
  const wanted = chosen.reduce((bits, value) => bits | (1 << values[name].indexOf(value)), 0)
  return needsAll(view, name) ? (bits) => (bits & wanted) === wanted : (bits) => (bits & wanted) !== 0
}

function needsAll({ match }: CatalogueView, name: ListName): boolean {
  return lists[name].match === 'choice' && match === 'all'
}

/**
 * How many models each value of a facet leaves. If any chosen value is enough, that is what passes all *other* facets: what
 * the value would add. If all are needed, only what passes this facet too: what the value would leave.
 */
function countFacet(
  { index, view }: Query,
  name: ListName | FlagName,
  places: Int32Array,
  failures: Uint32Array,
): Uint32Array {
  const list = isListName(name) ? name : null
  const column = index.facets[name]
  const counts = new Uint32Array(list === null ? 1 : index.values[list].length)
  const isDynamic = list !== null && lists[list].kind === 'dynamic'
  const allowed = list !== null && needsAll(view, list) ? 0 : failureBits[name]
  for (let at = 0; at < places.length; at++) {
    const failed = failures[at] ?? 0
    if (failed !== 0 && failed !== allowed) continue
    const value = column[places[at] ?? 0] ?? 0
    if (isDynamic) counts[value] = (counts[value] ?? 0) + 1
    else countBits(counts, value)
  }
  return counts
}

function countBits(counts: Uint32Array, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const code = 31 - Math.clz32(rest & -rest)
    counts[code] = (counts[code] ?? 0) + 1
  }
}

/** How many models are indexed per idle step: a fraction of a millisecond. */
const preparedAtOnce = 40

/** The models that a view shows, with their index, counts and costs. */
export function useSelection(models: readonly Model[], view: CatalogueView, query: string, passRates: PassRates) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const index = useMemo(() => indexModels(models), [models])
  // Otherwise the first key would wait for the index.
  useEffect(() => whenIdle(() => index.search.prepare(preparedAtOnce)), [index])
  const costs = useMemo(() => costsOf(models, workload), [models, workload])
  const orderOf = useMemo(() => rememberOrder(index, costs, passRates), [index, costs, passRates])
  const matches = useMemo(() => matchesIn(index, query), [index, query])
  return useMemo(() => {
    const { places, counts } = selectModels({ index, view, matches, order: orderOf(view.sort), costs })
    const isFuzzy = matches?.isFuzzy ?? false
    return { index, view, query, places, counts, costs, workload, isFuzzy }
  }, [index, view, query, matches, orderOf, costs, workload])
}

/** How many models a view would show. */
export function countWith(index: ModelIndex, view: CatalogueView, costs: () => Costs): number {
  const matches = matchesIn(index, view.q)
  return selectModels({ index, view, matches, order: sortModels(index, [], costs), costs }).places.length
}

/** Doesn't touch the search index without a query: the first rows need not wait for it. */
function matchesIn(index: ModelIndex, query: string): Matches | null {
  return query.trim() === '' ? null : searchModels(index.search, query)
}

/** Computed on first use: most views neither sort nor filter by cost. */
function costsOf(models: readonly Model[], workload: Workload): () => Costs {
  let costs: Costs | undefined
  return () => {
    if (costs) return costs
    costs = { request: new Float64Array(models.length), month: new Float64Array(models.length) }
    for (const [place, model] of models.entries()) {
      const { perRequest, perMonth } = exactCostsOf(model, workload)
      costs.request[place] = perRequest
      costs.month[place] = perMonth
    }
    return costs
  }
}

/** Sorting is the most expensive step, and the same for every key typed into the search. */
function rememberOrder(
  index: ModelIndex,
  costs: () => Costs,
  passRates: PassRates,
): (keys: readonly SortKey[]) => Int32Array {
  let last: { name: string; order: Int32Array } | undefined
  return (keys) => {
    const name = JSON.stringify(keys)
    if (last?.name !== name) last = { name, order: sortModels(index, keys, costs, passRates) }
    return last.order
  }
}
