import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { type FacetCounts, countModel, emptyCounts, facetBits } from '#app/features/catalogue/facets/facets.ts'
import { exactCostsOf } from '#app/models/cost-estimate.ts'
import { makersWithAuthor } from '#app/models/makers.ts'
import { shownCapabilities } from '#app/models/model-words.tsx'
import { whenIdle } from '#app/models/when-idle.ts'
import { type Workload, workloadStore } from '#app/models/workload.ts'
import { modelTypes } from '#contract/model-types.ts'
import type { Model } from '#contract/model.ts'
import { type CatalogueView, type SortKey, priceKinds, rangeNames, statuses, visibilities } from './catalogue-view.ts'
import { type ModelIndex, indexModels } from './model-index.ts'
import { type Matches, noMatch, searchModels } from './search.ts'
import { type Costs, figuresOf, sortModels } from './sort-models.ts'

/** The models that pass every filter, and how many each value of each facet leaves. */
export interface Selection {
  /** Places in the index, in the order asked for. */
  places: readonly number[]
  counts: FacetCounts
}

interface Asked {
  index: ModelIndex
  view: CatalogueView
  matches: Matches | null
  /** All places, in the order asked for. */
  order: Int32Array
  costs: () => Costs
}

/** Failed by what belongs to no facet: the ranges. */
const otherBit = 128

/** Goes over all models once, whatever is asked. */
export function selectModels({ index, view, matches, order, costs }: Asked): Selection {
  const failuresOf = filterOf(index, view, costs)
  const counts = emptyCounts(index)
  const wantsAll = view.match === 'all'
  const tiers: number[][] = [[], [], [], []]
  for (const place of order) {
    // Most models, once somebody types: what the search leaves out counts in no facet.
    if (matches !== null && matches.tiers[place] === noMatch) continue
    const failures = failuresOf(place)
    if (index.deprecated[place] === 1) {
      if (failures === 0) counts.deprecated[0] = (counts.deprecated[0] ?? 0) + 1
      if (!view.deprecated) continue
    }
    countModel(counts, index, place, { failures, wantsAll })
    if (failures !== 0) continue
    // A search that nobody sorted shows the nearest first; the model that was named by its id is first in any case.
    const tier = matches?.tiers[place] ?? 0
    tiers[view.sort.length === 0 ? tier : Math.min(tier, 1)]?.push(place)
  }
  return { places: tiers.flat(), counts }
}

/** For a model's place: what it fails, as bits. */
function filterOf(index: ModelIndex, view: CatalogueView, costs: () => Costs) {
  const types = allowed(modelTypes, view.type)
  const makers = allowedMakers(index, view.maker)
  const states = allowed(statuses, view.status)
  const seen = allowed(visibilities, view.visibility)
  const can = bitsOf(shownCapabilities, view.can)
  const price = bitsOf(priceKinds, view.price)
  const ranges = rangeNames.flatMap((name) => {
    const range = view.ranges[name]
    if (!range) return []
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range
    return [{ min, max, figures: figuresOf(index, name, costs) }]
  })
  // NaN is neither above nor below anything: what is unknown is within no range.
  const isWithin = (place: number) =>
    ranges.every(({ min, max, figures }) => {
      const figure = figures[place] ?? Number.NaN
      return figure >= min && figure <= max
    })

  return (place: number): number => {
    const has = index.can[place] ?? 0
    let failures = 0
    if (types && !types[index.type[place] ?? 0]) failures |= facetBits.type
    if (makers && !makers[index.maker[place] ?? 0]) failures |= facetBits.maker
    if (states && !states[index.status[place] ?? 0]) failures |= facetBits.status
    if (seen && !seen[index.visibility[place] ?? 0]) failures |= facetBits.visibility
    if (can !== 0 && (view.match === 'all' ? (has & can) !== can : (has & can) === 0)) failures |= facetBits.can
    if (price !== 0 && ((index.price[place] ?? 0) & price) === 0) failures |= facetBits.price
    if (view.open && index.open[place] !== 1) failures |= facetBits.open
    if (ranges.length > 0 && !isWithin(place)) failures |= otherBit
    return failures
  }
}

/** Per place in `names`: whether it was chosen. Null where none was, and all will do. */
function allowed<T>(names: readonly T[], chosen: readonly T[]): readonly boolean[] | null {
  return chosen.length === 0 ? null : names.map((name) => chosen.includes(name))
}

/** The same for makers, of which old links name all without an author of their own at once. */
function allowedMakers(index: ModelIndex, chosen: readonly string[]): readonly boolean[] | null {
  const allowedKeys = allowed(index.makers, chosen)
  if (!allowedKeys || !chosen.includes('community')) return allowedKeys
  return index.makers.map((key, place) => allowedKeys[place] === true || !makersWithAuthor.has(key))
}

function bitsOf<T>(names: readonly T[], chosen: readonly T[]): number {
  return chosen.reduce((bits, name) => bits | (1 << names.indexOf(name)), 0)
}

/** How many models are prepared for the search before looking whether the page is needed: a fraction of a millisecond. */
const preparedAtOnce = 40

/** The models that a view shows, with what is needed to show them. */
export function useSelection(models: readonly Model[], view: CatalogueView, query: string) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const index = useMemo(() => indexModels(models), [models])
  // The first letter would otherwise wait for all texts, and the first typo for all words.
  useEffect(() => whenIdle(() => index.search.prepare(preparedAtOnce)), [index])
  const costs = useMemo(() => costsOf(models, workload), [models, workload])
  const orderOf = useMemo(() => rememberOrder(index, costs), [index, costs])
  const matches = useMemo(() => matchesIn(index, query), [index, query])
  return useMemo(() => {
    const { places, counts } = selectModels({ index, view, matches, order: orderOf(view.sort), costs })
    const isForgiving = matches?.isForgiving ?? false
    return { index, view, query, places, counts, costs, workload, isForgiving }
  }, [index, view, query, matches, orderOf, costs, workload])
}

/** How many models a view would show. */
export function countWith(index: ModelIndex, view: CatalogueView, costs: () => Costs): number {
  const matches = matchesIn(index, view.q)
  return selectModels({ index, view, matches, order: sortModels(index, [], costs), costs }).places.length
}

/** Without words nothing is read that words are looked for in: the first rows need not wait for it. */
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

/** Sorting is the dearest step of all, and the same for every letter that is typed. */
function rememberOrder(index: ModelIndex, costs: () => Costs): (keys: readonly SortKey[]) => Int32Array {
  let last: { name: string; order: Int32Array } | undefined
  return (keys) => {
    const name = JSON.stringify(keys)
    if (last?.name !== name) last = { name, order: sortModels(index, keys, costs) }
    return last.order
  }
}
