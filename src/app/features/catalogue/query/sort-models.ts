import { type ColumnName, columns } from '#app/features/catalogue/table/columns.tsx'
import type { SortKey } from './catalogue-view.ts'
import type { Costs, ModelIndex } from './model-index.ts'

/** The sort keys after a heading was pressed: this column alone, or with Shift after the others; reversed if it is one already. */
export function pressHeading(keys: readonly SortKey[], column: ColumnName, isFurther: boolean): SortKey[] {
  const before = keys.find((key) => key.column === column)
  const key = { column, descending: before ? !before.descending : columns[column].firstDescending === true }
  if (!isFurther) return [key]
  return before ? keys.map((each) => (each === before ? key : each)) : [...keys, key]
}

/** The places of all models in order. Unknown figures are last in both directions; equal models keep their order. */
export function sortModels(index: ModelIndex, keys: readonly SortKey[], costs: () => Costs): Int32Array {
  const places = Int32Array.from(index.models.keys())
  if (keys.length === 0) return places.toSorted(firstOrder(index))
  const steps = keys.map(({ column, descending }) => ({
    values: columns[column].sortBy(index, costs),
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

/** Without sort keys: callable models first, then the newest, by version if there is no date. */
function firstOrder({ facets: { open }, recency }: ModelIndex) {
  return (one: number, other: number) =>
    (open[other] ?? 0) - (open[one] ?? 0) || compareKnown(recency[one], recency[other], -1) || one - other
}

function compareKnown(one = Number.NaN, other = Number.NaN, sign: number): number {
  if (one === other) return 0
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1
  return Number.isNaN(other) ? -1 : (one - other) * sign
}
