import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { maxPanes } from '#app/data/setup.ts'
import { compareLimit, writeIds } from '#app/models/compare-list.ts'
import { CatalogueAge, LoadProblem } from '#app/models/load-problem.tsx'
import { type TextTable, csvOf, markdownOf } from '#app/models/tables-as-text.ts'
import { isCallable, useModels } from '#app/models/text-models.ts'
import { WorkloadLine } from '#app/models/workload-panel.tsx'
import { workloadStore } from '#app/models/workload.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { focusContent } from '#app/ui/focus.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Model } from '#contract/model.ts'
import { AddModel } from './add-model.tsx'
import { type CompareCell, type CompareRow, compareRows } from './compare-rows.ts'
import { CompareTable } from './compare-table.tsx'

const skeletonWidths = [14, 9, 12, 10, 8, 13, 11, 9]

/** A placeholder while the comparison loads. It fades in late, as most responses arrive before that. */
export function CompareSkeleton({ columns }: { columns: number }) {
  return (
    <div role="status" aria-label="Loading models" className="min-h-0 flex-1 animate-appear-late overflow-hidden pt-24">
      {columns > 0 &&
        skeletonWidths.map((width, row) => (
          <div key={row} className="flex gap-6 border-b border-line px-4 py-2.5 md:px-5">
            {Array.from({ length: columns + 1 }, (_, column) => (
              <div key={column} className="w-36 shrink-0">
                <div className="h-4 rounded-sm bg-tint" style={{ width: `${width * 5 + column * 3}%` }} />
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}

/** Copies the comparison as text, or opens its models in the playground. */
export function CompareActions({ models, rows }: { models: readonly Model[]; rows: readonly CompareRow[] }) {
  const talking = models.filter((model) => model.model_type === 'text_generation')
  const tried = talking.slice(0, maxPanes)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 max-md:contents">
      <span className="flex gap-2 max-md:ml-auto">
        <CopyButton name="Copy as Markdown" label="Markdown" text={() => markdownOf(asTable('text'))} />
        <CopyButton name="Copy as CSV" label="CSV" text={() => csvOf(asTable('value'))} />
      </span>
      {tried.length > 0 && (
        <Link
          to="/"
          search={{ models: writeIds(tried.map(({ id }) => id)) }}
          // On a phone it shares the first line with the field for models, and is as short as its first words.
          className={`${buttonClass({ variant: 'primary' })} max-md:-order-1`}
        >
          <span>
            {tried.length === talking.length ? 'Try all' : `Try the first ${maxPanes}`}
            <span className="max-md:sr-only"> in the playground</span>
          </span>
        </Link>
      )}
    </div>
  )

  function asTable(kind: 'text' | 'value'): TextTable {
    return [
      ['Field', ...models.map(({ name }) => name)],
      ['Id', ...models.map(({ id }) => id)],
      ...rows.map(({ name, cells }) => [name, ...cells.map((cell) => (kind === 'text' ? withNote(cell) : cell.value))]),
    ]
  }
}

function withNote({ text, note }: CompareCell): string {
  return note === undefined ? text : `${text} (${note})`
}

/** How many models the suggested comparison has. */
const first = 3

/** The page without models: what it is for, and two ways to start. */
export function EmptyComparison({ models, onIds }: { models: readonly Model[]; onIds: (ids: string[]) => void }) {
  const begin = (ids: string[]) => {
    onIds(ids)
    focusContent()
  }
  const suggested = models.filter(isCallable).slice(0, first)
  return (
    <div className="grid max-w-[60ch] content-start gap-4 px-4 pt-[6vh] md:px-5">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold text-balance">Compare models side by side</h2>
        <p className="text-md text-text-muted">
          Compare the capabilities, context, prices and cost of your workload for up to eight models. The URL contains
          the comparison, so you can share it.
        </p>
      </div>
      <AddModel models={models} chosen={[]} onAdd={(id) => begin([id])} />
      {suggested.length > 1 && (
        <div>
          <Button onClick={() => begin(suggested.map(({ id }) => id))}>
            Start with {suggested.map(({ name }) => name).join(', ')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ComparePageProps {
  /** From the URL, without duplicates; they may be unknown or too many. */
  ids: readonly string[]
  onIds: (ids: string[]) => void
}

/** Up to eight models side by side, with a row per field. The URL has their ids. */
export function ComparePage({ ids, onIds }: ComparePageProps) {
  const { data, error, refetch, dataUpdatedAt } = useModels()
  const workload = useStore(workloadStore, (state) => state.workload)
  const [differencesOnly, setDifferencesOnly] = useState(false)

  const models = data ?? []
  const found = ids.flatMap((id) => models.find((model) => model.id === id) ?? [])
  const shown = found.slice(0, compareLimit)
  const unknownIds = data ? ids.filter((id) => !models.some((model) => model.id === id)) : []
  const rows = compareRows(shown, workload, dataUpdatedAt)
  const visible = differencesOnly && shown.length > 1 ? rows.filter(({ differs }) => differs) : rows
  const drop = (gone: readonly string[]) => {
    onIds(ids.filter((id) => !gone.includes(id)))
    focusContent()
  }

  return (
    <>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 md:px-5">
        <h1 className="font-semibold">Compare</h1>
        <p role="status" className="text-text-muted tabular-nums">
          {data && shown.length > 0 && `${shown.length} of ${compareLimit} models`}
        </p>
        <div className="ml-auto">
          <CatalogueAge />
        </div>
      </header>
      {data ? compared() : waiting()}
    </>
  )

  function waiting(): ReactNode {
    if (!error) return <CompareSkeleton columns={Math.min(ids.length, compareLimit)} />
    return <LoadProblem message={error.message} onRetry={() => void refetch()} />
  }

  function compared(): ReactNode {
    return (
      <div className="flex min-h-0 flex-1 flex-col max-md:overflow-y-auto">
        <div className="grid shrink-0 gap-3 px-4 py-3 empty:hidden max-md:gap-2 max-md:py-2 md:px-5">
          <NotShown unknownIds={unknownIds} tooMany={found.slice(compareLimit)} onDrop={drop} />
          {shown.length > 0 && (
            <>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-44 max-md:-order-2 max-md:flex-1">
                  <AddModel models={models} chosen={shown} onAdd={(id) => onIds([...ids, id])} />
                </div>
                <label className="flex min-h-8 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-3.75"
                    checked={differencesOnly}
                    onChange={(event) => setDifferencesOnly(event.target.checked)}
                  />
                  Differences only
                </label>
                <CompareActions models={shown} rows={visible} />
              </div>
              <WorkloadLine />
            </>
          )}
        </div>
        {shown.length > 0 ? (
          <CompareTable models={shown} rows={visible} onRemove={(id) => drop([id])} />
        ) : (
          <EmptyComparison models={models} onIds={onIds} />
        )}
      </div>
    )
  }
}

interface MissingProps {
  unknownIds: readonly string[]
  tooMany: readonly Model[]
  onDrop: (ids: readonly string[]) => void
}

/** How many are listed by name; the rest are counted. */
const namedAtMost = 8

/** The models in the URL that the page can't show. */
function NotShown({ unknownIds, tooMany, onDrop }: MissingProps) {
  return (
    <>
      {unknownIds.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => onDrop(unknownIds)}>
              Remove
            </Button>
          }
        >
          {unknownIds.length === 1 ? 'Unknown model:' : 'Unknown models:'}{' '}
          {unknownIds.slice(0, namedAtMost).map((id, place) => (
            <Fragment key={id}>
              {place > 0 && ', '}
              <bdi>{id.slice(0, 100)}</bdi>
            </Fragment>
          ))}
          {unknownIds.length > namedAtMost && ` and ${unknownIds.length - namedAtMost} more`}.{' '}
          {unknownIds.length === 1 ? 'Check the id, or remove it.' : 'Check the ids, or remove them.'}
        </Notice>
      )}
      {tooMany.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => onDrop(tooMany.map(({ id }) => id))}>
              Remove
            </Button>
          }
        >
          You can compare up to {compareLimit} models. Not shown:{' '}
          {tooMany.slice(0, namedAtMost).map(({ id, name }, place) => (
            <Fragment key={id}>
              {place > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          {tooMany.length > namedAtMost && ` and ${tooMany.length - namedAtMost} more`}.
        </Notice>
      )}
    </>
  )
}
