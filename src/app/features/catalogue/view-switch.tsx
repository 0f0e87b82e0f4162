import { memo, useId } from 'react'
import { ChartScatter, Table2 } from 'lucide-react'
import type { CatalogueView } from './catalogue-view.ts'
import type { ChangeView } from './use-view.ts'

const shapes = [
  { value: 'table', words: 'Table', Icon: Table2 },
  { value: 'plot', words: 'Plot', Icon: ChartScatter },
] as const

/** The catalogue as a table, or as a plot of price and context with the table beneath. */
export const ViewSwitch = memo(function ViewSwitch({ view, change }: { view: CatalogueView; change: ChangeView }) {
  // A page may have one for each size of window: radios of one name would switch each other off.
  const name = useId()
  return (
    <div role="radiogroup" aria-label="View" className="rim flex h-8 shrink-0 overflow-hidden p-0.5">
      {shapes.map(({ value, words, Icon }) => (
        <label
          key={value}
          className="flex items-center gap-1.5 rounded-sm px-2 font-medium text-text-muted has-checked:bg-tint has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={view.view === value}
            onChange={() => change((before) => ({ ...before, view: value }))}
            className="sr-only"
          />
          <Icon aria-hidden size={16} />
          <span className="max-md:sr-only">{words}</span>
        </label>
      ))}
    </div>
  )
})
