import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { exactMonthOf } from '#app/models/bill.ts'
import { whenIdle } from '#app/models/when-idle.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadStore } from '#app/models/workload-store.ts'
import type { CatalogueView, SortKey } from './catalogue-view.ts'
import { indexModels, type ModelIndex } from './model-index.ts'
import { searchModels, type Matches } from './search-index.ts'
import { selectModels } from './select-models.ts'
import { sortModels, type Months } from './sort-models.ts'

/** How many models are prepared for the search before looking whether the page is needed: a fraction of a millisecond. */
const preparedAtOnce = 40

/** The models that a view shows, with what is needed to show them. */
export function useSelection(models: readonly Model[], view: CatalogueView, query: string) {
  const workload = useStore(workloadStore, (state) => state.workload)
  const index = useMemo(() => indexModels(models), [models])
  // The first letter would otherwise wait for all texts, and the first typo for all words.
  useEffect(() => whenIdle(() => index.search.prepare(preparedAtOnce)), [index])
  const months = useMemo(() => monthsOf(models, workload), [models, workload])
  const orderOf = useMemo(() => rememberOrder(index, months), [index, months])
  const matches = useMemo(() => matchesIn(index, query), [index, query])
  return useMemo(() => {
    const { places, counts } = selectModels({ index, view, matches, order: orderOf(view.sort), months })
    const isForgiving = matches?.isForgiving ?? false
    return { index, view, query, places, counts, months, workload, isForgiving }
  }, [index, view, query, matches, orderOf, months, workload])
}

/** How many models a view would show. */
export function countWith(index: ModelIndex, view: CatalogueView, months: () => Months): number {
  const matches = matchesIn(index, view.q)
  return selectModels({ index, view, matches, order: sortModels(index, [], months), months }).places.length
}

/** Without words nothing is read that words are looked for in: the first rows need not wait for it. */
function matchesIn(index: ModelIndex, query: string): Matches | null {
  return query.trim() === '' ? null : searchModels(index.search, query)
}

/** Reckoned when somebody first asks: most views do not. */
function monthsOf(models: readonly Model[], workload: Workload): () => Months {
  let months: Months | undefined
  return () => (months ??= Float64Array.from(models, (model) => exactMonthOf(model, workload)))
}

/** Sorting is the dearest step of all, and the same for every letter that is typed. */
function rememberOrder(index: ModelIndex, months: () => Months): (keys: readonly SortKey[]) => Int32Array {
  let last: { name: string; order: Int32Array } | undefined
  return (keys) => {
    const name = JSON.stringify(keys)
    if (last?.name !== name) last = { name, order: sortModels(index, keys, months) }
    return last.order
  }
}
