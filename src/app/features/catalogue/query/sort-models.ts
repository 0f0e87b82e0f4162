import { isDemo } from '#app/models/text-models.ts'
import type { PassRates } from '#app/data/experiments/pass-rates.ts'
import { type ColumnName, columnOf } from '#app/features/catalogue/table/columns.tsx'
import type { SortKey } from './catalogue-view.ts'
import type { Model } from '#contract/model.ts'
import type { Costs, ModelIndex } from './model-index.ts'

/** The sort keys after a heading was pressed: this column alone, or with Shift after the others; reversed if it is one already. */
export function pressHeading(keys: readonly SortKey[], column: ColumnName, isFurther: boolean): SortKey[] {
  const before = keys.find((key) => key.column === column)
  const key = { column, descending: before ? !before.descending : columnOf(column).firstDescending === true }
  if (!isFurther) return [key]
  return before ? keys.map((each) => (each === before ? key : each)) : [...keys, key]
}

/** The places of all models in order. Unknown figures are last in both directions; equal models keep their order. */
export function sortModels(
  index: ModelIndex,
  keys: readonly SortKey[],
  costs: () => Costs,
  passRates?: PassRates,
): Int32Array {
  const places = Int32Array.from(index.models.keys())
  if (keys.length === 0) return demosLast(index, places.toSorted(firstOrder(index)))
  const steps = keys.map(({ column, descending }) => ({
    values: columnOf(column, passRates).sortBy(index, costs),
    sign: descending ? -1 : 1,
  }))
  return places.toSorted((one, other) => {
    for (const { values, sign } of steps) {
      const order = compareKnown(values[one], values[other], sign)
      if (order !== 0) return order
    }
    return one - other
  })
}

/** Without sort keys: callable models first, then the newest, by version if there is no date. Demo models are last if a real one can be called. */
function firstOrder({ facets: { open }, recency }: ModelIndex) {
  return (one: number, other: number) =>
    (open[other] ?? 0) - (open[one] ?? 0) || compareKnown(recency[one], recency[other], -1) || one - other
}

/** Moves the demo models to the end. Models that can be called are first, so only those are looked through. */
function demosLast({ models, facets: { open } }: ModelIndex, order: Int32Array): Int32Array {
  const demos: number[] = []
  let kept = 0
  let at = 0
  for (; at < order.length && open[order[at] ?? -1] === 1; at++) {
    const place = order[at] ?? -1
    const model = models[place]
    if (model && isDemo(model)) demos.push(place)
    else order[kept++] = place
  }
  // With nothing else to call, they stay first: a newcomer finds something that works.
  if (demos.length === 0 || kept === 0) return order
  order.copyWithin(kept, at)
  order.set(demos, order.length - demos.length)
  return order
}

/**
 * How many demo models are at the end of a list, to be folded into one group. None if there is nothing else: then they are
 * what was asked for.
 */
export function countDemosAtEnd(models: readonly Model[], places: readonly number[]): number {
  let count = 0
  while (count < places.length) {
    const model = models[places[places.length - 1 - count] ?? -1]
    if (!model || !isDemo(model)) return count
    count += 1
  }
  return 0
}

function compareKnown(one = Number.NaN, other = Number.NaN, sign: number): number {
  if (one === other) return 0
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : (one - other) * sign
}
