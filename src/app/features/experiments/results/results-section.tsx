import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { fieldClass } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Cell } from '#experiments/cells.ts'
import type { Definition, Variant } from '#experiments/definition.ts'
import { CellDialog } from './cell-dialog.tsx'
import type { ExperimentSession } from '#app/features/experiments/experiment-session.ts'
import { type ResultView, resultViews } from './result-cell.tsx'
import { type ResultFilter, type ResultRow, resultFilters, resultRows } from './result-rows.ts'
import { ResultsGrid } from './results-grid.tsx'
import { Section } from '#app/features/experiments/setup/section.tsx'
import { Summary } from './summary.tsx'
import { useBoardVersion } from './use-board.ts'

/** The summary and the grid, with what they show. */
export function ResultsSection({ session, definition }: { session: ExperimentSession; definition: Definition }) {
  const { board } = session
  const [view, setView] = useState<ResultView>('text')
  const [filter, setFilter] = useState<ResultFilter>('all')
  const [query, setQuery] = useState('')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [restore, setRestore] = useState<() => Promise<void>>()
  const [opened, setOpened] = useState<{ row: ResultRow; variantId: string }>()
  const sought = useDeferredValue(query)
  const version = useBoardVersion(board)
  const rows = useMemo(
    () => resultRows(definition, board, filter, sought),
    // oxlint-disable-next-line react/exhaustive-deps -- the board changes in place, and its version says when
    [definition, board, filter, sought, version],
  )
  const clear = (isCleared: (cell: Cell) => boolean) =>
    void session.clear(isCleared).then((bringBack) => setRestore(() => bringBack))
  const variants = definition.variants.filter(({ id }) => !hidden.has(id))
  const columnActions = ({ id }: Variant) => {
    const place = variants.findIndex((each) => each.id === id)
    const moveTo = (target: number) => {
      const other = variants[target]?.id
      session.edit((before) => ({ ...before, variants: swapped(before.variants, id, other) }))
    }
    return [
      { label: 'Move left', disabled: place === 0, onSelect: () => moveTo(place - 1) },
      { label: 'Move right', disabled: place === variants.length - 1, onSelect: () => moveTo(place + 1) },
      { label: 'Hide', disabled: variants.length === 1, onSelect: () => setHidden(new Set([...hidden, id])) },
      { label: 'Clear results', onSelect: () => clear(({ variant }) => variant.id === id) },
    ]
  }
  return (
    <Section
      name="Results"
      actions={
        <>
          {variants.length < definition.variants.length && (
            <Button size="small" onClick={() => setHidden(new Set())}>
              Show all columns
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => clear(() => true)}>
            Clear all results
          </Button>
        </>
      }
    >
      {restore && (
        <Notice
          tone="info"
          actions={
            <Button
              size="small"
              onClick={() => {
                setRestore(undefined)
                void restore()
              }}
            >
              Restore
            </Button>
          }
        >
          Results were cleared.
        </Notice>
      )}
      <Summary definition={definition} board={board} />
      <div className="flex flex-wrap items-center gap-3">
        <div role="radiogroup" aria-label="View" className="flex gap-0.5 rounded-md bg-tint p-0.5">
          {Object.entries(resultViews).map(([name, label]) => (
            <label
              key={name}
              className="rounded-sm px-2.5 py-1 text-xs font-medium text-text-muted has-checked:bg-surface-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="result-view"
                className="sr-only"
                checked={view === name}
                // The names are those of the object.
                // oxlint-disable-next-line typescript/no-unsafe-type-assertion
                onChange={() => setView(name as ResultView)}
              />
              {label}
            </label>
          ))}
        </div>
        <Select
          aria-label="Filter"
          value={filter}
          // As above.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          onChange={({ target }) => setFilter(target.value as ResultFilter)}
        >
          {Object.entries(resultFilters).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <p role="status" className="text-xs text-text-muted tabular-nums">
          {rows.length === definition.cases.length
            ? ''
            : `${formatCount(rows.length)} of ${formatCount(definition.cases.length)} cases`}
        </p>
        <div className="relative ml-auto w-60 max-md:w-full">
          <Search
            aria-hidden
            size={14}
            className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-text-muted"
          />
          <input
            type="search"
            aria-label="Search results"
            placeholder="Search results"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            className={`${fieldClass} pl-8`}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <p className="py-6 text-center text-text-muted">No case matches. Choose another filter, or clear the search.</p>
      ) : (
        <ResultsGrid
          board={board}
          definition={definition}
          rows={rows}
          variants={variants}
          view={view}
          columnActions={columnActions}
          onOpen={(row, variantId) => setOpened({ row, variantId })}
        />
      )}
      {opened && (
        <CellDialog
          session={session}
          definition={definition}
          onClear={clear}
          row={opened.row}
          variantId={opened.variantId}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}

/** The list with two of its variants in each other's place. */
function swapped(variants: readonly Variant[], one: string, other: string | undefined): Variant[] {
  const [first, second] = [one, other].map((id) => variants.find((each) => each.id === id))
  if (!first || !second) return [...variants]
  return variants.map((each) => (each === first ? second : each === second ? first : each))
}
