import type { CatalogueView } from './catalogue-view.ts'
import { columnNames, isColumnName, wordsOf } from './columns.ts'
import type { ChangeView } from './use-view.ts'

/** The order, where there are no headings to press. */
export function SortPicker({ view, change }: { view: CatalogueView; change: ChangeView }) {
  const [first] = view.sort
  return (
    <label className="rim flex h-8 min-w-0 flex-1 items-center px-2">
      <span className="sr-only">Sort by</span>
      <select
        value={first ? (first.descending ? '-' : '') + first.column : ''}
        onChange={({ target }) => {
          const column = target.value.replace(/^-/u, '')
          const sort = isColumnName(column) ? [{ column, descending: target.value.startsWith('-') }] : []
          change((before) => ({ ...before, sort }))
        }}
        className="w-full min-w-0 bg-transparent text-sm outline-none [&>option]:bg-surface-raised [&>option]:text-text"
      >
        <option value="">Ready first</option>
        {columnNames.flatMap((name) => [
          <option key={name} value={name}>
            {wordsOf(name, view.type)} ↑
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {wordsOf(name, view.type)} ↓
          </option>,
        ])}
      </select>
    </label>
  )
}
