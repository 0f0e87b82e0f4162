import { ChartScatter, Columns3, Download, Search, Table2 } from 'lucide-react'
import { memo, useId, useLayoutEffect } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { isComposing } from '#app/ui/focus.ts'
import { formatCount } from '#app/ui/format.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { PanelButton } from './panel-button.tsx'
import type { CatalogueView, ChangeView } from './query/catalogue-view.ts'
import { SavedViewsPanel } from './query/saved-views-panel.tsx'
import type { SearchDraft } from './query/search-draft.ts'

interface SearchBoxProps {
  draft: StoreApi<SearchDraft>
  /** Moves the focus to the results. */
  onDown: () => void
}

/** The search field for names, ids, makers and descriptions. */
function SearchBox({ draft, onDown }: SearchBoxProps) {
  const { text, type, flush, cancel: forget } = useStore(draft)
  useLayoutEffect(() => forget, [forget])
  return (
    <label className="rim flex h-8 min-w-0 flex-1 items-center gap-2 px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent md:max-w-80">
      <Search aria-hidden size={16} className="shrink-0 text-text-muted" />
      <input
        type="search"
        aria-label="Search models"
        placeholder="Name, id, maker or description"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
        onKeyDown={(event) => {
          if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
          flush()
          if (event.key === 'Enter') return
          event.preventDefault()
          onDown()
        }}
        className="h-full min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
  )
}

const shapes = [
  { value: 'table', words: 'Table', Icon: Table2 },
  { value: 'plot', words: 'Plot', Icon: ChartScatter },
] as const

/** Switches between the table, and a plot of price and context with the table beneath. */
export const ViewSwitch = memo(function ViewSwitch({ view, change }: { view: CatalogueView; change: ChangeView }) {
  // The page may have two of these, and radios with the same name would exclude each other.
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

const ColumnChoices = lazyPart(() => import('./table/column-choices.tsx').then((module) => module.ColumnChoices))
const ExportChoices = lazyPart(() => import('./export-choices.tsx').then((module) => module.ExportChoices))

/** The button and panel for the table's columns and row height. */
const ColumnsPanel = memo(function ColumnsPanel({ view, change }: { view: CatalogueView; change: ChangeView }) {
  return (
    <PanelButton title="Columns" icon={<Columns3 aria-hidden size={16} />}>
      {() => <ColumnChoices view={view} change={change} />}
    </PanelButton>
  )
})

interface CatalogueBarProps {
  draft: StoreApi<SearchDraft>
  view: CatalogueView
  change: ChangeView
  shown: number
  total: number
  /** Moves the focus from the search to the table. */
  onDown: () => void
  models: () => readonly Model[]
}

/** The header of the catalogue: search, number of models, view switch, columns, saved views and export. */
export function CatalogueBar({ draft, view, change, shown, total, onDown, models }: CatalogueBarProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 max-md:border-0 md:px-5">
      <h1 className="font-semibold">Models</h1>
      <p role="status" className="order-2 text-text-muted tabular-nums max-md:order-none">
        {formatCount(shown)} of {formatCount(total)} models
      </p>
      <div className="flex min-w-0 max-md:order-1 max-md:w-full md:order-1 md:w-80">
        <SearchBox draft={draft} onDown={onDown} />
      </div>
      <div className="order-3 ml-auto flex flex-wrap items-center gap-2 max-md:order-none">
        <span className="contents max-md:hidden">
          <ViewSwitch view={view} change={change} />
          <ColumnsPanel view={view} change={change} />
        </span>
        <SavedViewsPanel view={view} change={change} />
        <PanelButton title="Export" icon={<Download aria-hidden size={16} />}>
          {(close) => <ExportChoices count={shown} models={models} onDone={close} />}
        </PanelButton>
      </div>
    </header>
  )
}
