import { type CatalogueView, type ChangeView, firstView } from '#app/features/catalogue/query/catalogue-view.ts'
import { isPassName, passNamesIn, usePassRates } from '#app/features/catalogue/query/pass-names.ts'
import { type ColumnName, columnNames, wordsOf } from './columns.tsx'

const densities = { roomy: 'Comfortable', dense: 'Compact' } as const

/** The table's columns, also of experiments, which are read now, and its row height. */
export function ColumnChoices({ view, change }: { view: CatalogueView; change: ChangeView }) {
  const { passRates } = usePassRates(true)
  const names: ColumnName[] = [...columnNames, ...passNamesIn(passRates)]
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="label mb-1">Visible</legend>
        {names
          .filter((name) => name !== 'name')
          .map((name) => (
            <label key={name} className="flex min-h-7 items-center gap-2">
              <input
                type="checkbox"
                className="size-3.75 shrink-0"
                checked={view.columns.includes(name)}
                onChange={() => change((before) => ({ ...before, columns: withColumn(before.columns, name) }))}
              />
              <bdi className="min-w-0 wrap-anywhere">{wordsOf(name, view.type, passRates)}</bdi>
            </label>
          ))}
      </fieldset>
      <fieldset>
        <legend className="label mb-1">Density</legend>
        <div className="flex gap-5">
          {(['roomy', 'dense'] as const).map((density) => (
            <label key={density} className="flex min-h-7 items-center gap-2">
              <input
                type="radio"
                name="density"
                className="size-3.75"
                checked={view.density === density}
                onChange={() => change((before) => ({ ...before, density }))}
              />
              {densities[density]}
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="button"
        onClick={() => change((before) => ({ ...before, columns: firstView.columns, density: firstView.density }))}
        className="justify-self-start rounded-sm text-text-muted underline decoration-line-strong underline-offset-3 hover:text-text"
      >
        Reset columns
      </button>
    </>
  )
}

/** The columns after one was switched on or off: those of experiments last, as they were chosen. */
function withColumn(before: readonly ColumnName[], name: ColumnName): ColumnName[] {
  const after = before.includes(name) ? before.filter((each) => each !== name) : [...before, name]
  return [...columnNames.filter((each) => after.includes(each)), ...after.filter(isPassName)]
}
