import type { SortKey } from './catalogue-view.ts'
import { columns, type ColumnName } from './columns.ts'

/** The order after a heading was pressed: by it alone, or with Shift within what is sorted already; again, the other way. */
export function pressHeading(keys: readonly SortKey[], column: ColumnName, isFurther: boolean): SortKey[] {
  const before = keys.find((key) => key.column === column)
  const key = { column, descending: before ? !before.descending : columns[column].firstDescending }
  if (!isFurther) return [key]
  return before ? keys.map((each) => (each === before ? key : each)) : [...keys, key]
}
