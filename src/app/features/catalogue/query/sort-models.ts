import { type ColumnName, columns } from '#app/features/catalogue/table/columns.ts'
import { makerName, makerOf } from '#app/models/makers.ts'
import type { RangeName, SortKey } from './catalogue-view.ts'
import type { ModelIndex } from './model-index.ts'

/** The order after a heading was pressed: by it alone, or with Shift within what is sorted already; again, the other way. */
export function pressHeading(keys: readonly SortKey[], column: ColumnName, isFurther: boolean): SortKey[] {
  const before = keys.find((key) => key.column === column)
  const key = { column, descending: before ? !before.descending : columns[column].firstDescending }
  if (!isFurther) return [key]
  return before ? keys.map((each) => (each === before ? key : each)) : [...keys, key]
}

/** What a workload costs on each model, by its place; NaN when unknown or when the workload doesn't fit. */
export interface Costs {
  request: Float64Array
  month: Float64Array
}

/** The figures of a range. */
export function figuresOf(index: ModelIndex, name: RangeName, costs: () => Costs): Float64Array {
  return name === 'month' ? costs().month : index[name]
}

/** The places of all models in order. Unknown is last either way; equal models keep their order. */
export function sortModels(index: ModelIndex, keys: readonly SortKey[], costs: () => Costs): Int32Array {
  const places = Int32Array.from(index.models.keys())
  if (keys.length === 0) return places.toSorted(firstOrder(index))
  const steps = keys.map(({ column, descending }) => ({
    values: valuesOf(index, column, costs),
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

/** Where nobody sorted: what can be called here first, then the newest, by version where there is no date. */
function firstOrder({ open, recency }: ModelIndex) {
  return (one: number, other: number) =>
    (open[other] ?? 0) - (open[one] ?? 0) || compareKnown(recency[one], recency[other], -1) || one - other
}

function compareKnown(one = Number.NaN, other = Number.NaN, sign: number): number {
  if (one === other) return 0
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : (one - other) * sign
}

function valuesOf(index: ModelIndex, column: ColumnName, costs: () => Costs): ArrayLike<number> {
  switch (column) {
    case 'name':
      return ranksOf(index.models.map(({ name }) => name))
    case 'author':
      return ranksOf(index.models.map((model) => makerName(makerOf(model))))
    case 'can':
      // What can do nothing that anybody told is unknown, and stands last either way.
      return Float64Array.from(index.can, (bits) => countBits(bits) || Number.NaN)
    case 'price':
      return index.unitPrice
    case 'request':
    case 'month':
      return costs()[column]
    case 'age':
      return index.released.map((time) => -time)
    case 'type':
    case 'context':
    case 'input':
    case 'output':
    case 'cached':
    case 'status':
    case 'visibility':
      return index[column]
  }
}

/** The place of each text among all in their alphabetical order: a collator is slow, and so is asked once a text only. */
function ranksOf(texts: readonly string[]): Float64Array {
  const collator = new Intl.Collator('en')
  const sorted = [...new Set(texts)].toSorted(collator.compare)
  const ranks = new Map(sorted.map((text, rank) => [text, rank]))
  return Float64Array.from(texts, (text) => ranks.get(text) ?? 0)
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest > 0; rest &= rest - 1) count += 1
  return count
}
