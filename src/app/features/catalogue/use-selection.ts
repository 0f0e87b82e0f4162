import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { exactCostsOf } from '#app/models/bill.ts'
import { whenIdle } from '#app/models/when-idle.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadStore } from '#app/models/workload-store.ts'
import type { CatalogueView, SortKey } from './catalogue-view.ts'
import { indexModels, type ModelIndex } from './model-index.ts'
import { searchModels, type Matches } from './search-index.ts'
import { selectModels } from './select-models.ts'
import { sortModels, type Costs } from './sort-models.ts'

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
