import { Fragment, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/model.ts'
import { CatalogueAge } from '#app/models/catalogue-age.tsx'
import { compareLimit } from '#app/models/compare-list.ts'
import { LoadProblem } from '#app/models/load-problem.tsx'
import { useModels } from '#app/models/use-models.ts'
import { WorkloadLine } from '#app/models/workload-line.tsx'
import { workloadStore } from '#app/models/workload-store.ts'
import { Button } from '#app/ui/button.tsx'
import { focusContent } from '#app/ui/focus-content.ts'
import { Notice } from '#app/ui/notice.tsx'
import { AddModel } from './add-model.tsx'
import { CompareActions } from './compare-actions.tsx'
import { compareRows } from './compare-rows.ts'
import { CompareSkeleton } from './compare-skeleton.tsx'
import { CompareTable } from './compare-table.tsx'
import { FirstModels } from './first-models.tsx'

interface ComparePageProps {
  /** As the address has them: without doubles, known or not, however many. */
  ids: readonly string[]
  onIds: (ids: string[]) => void
}

/** Up to eight models side by side, every field a row. Which ones stands in the address. */
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
        <div className="grid shrink-0 gap-3 px-4 py-3 empty:hidden md:px-5">
          <Missing unknownIds={unknownIds} tooMany={found.slice(compareLimit)} onDrop={drop} />
          {shown.length > 0 && (
            <>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <AddModel models={models} chosen={shown} onAdd={(id) => onIds([...ids, id])} />
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
          <FirstModels models={models} onIds={onIds} />
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

/** How many are named; the rest are counted. */
const namedAtMost = 8

/** What the address asks for and the page does not show. */
function Missing({ unknownIds, tooMany, onDrop }: MissingProps) {
  return (
    <>
      {unknownIds.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => onDrop(unknownIds)}>
              Leave out
            </Button>
          }
        >
          {unknownIds.length === 1 ? 'No model is called' : 'No models are called'}{' '}
          {unknownIds.slice(0, namedAtMost).map((id, place) => (
            <Fragment key={id}>
              {place > 0 && ', '}
              <bdi>{id.slice(0, 100)}</bdi>
            </Fragment>
          ))}
          {unknownIds.length > namedAtMost && ` and ${unknownIds.length - namedAtMost} more`} here. Look for{' '}
          {unknownIds.length === 1 ? 'it' : 'them'} under another name, or leave{' '}
          {unknownIds.length === 1 ? 'it' : 'them'} out.
        </Notice>
      )}
      {tooMany.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button size="small" onClick={() => onDrop(tooMany.map(({ id }) => id))}>
              Leave out
            </Button>
          }
        >
          {compareLimit} models fit side by side. Not shown:{' '}
          {tooMany.slice(0, namedAtMost).map(({ id, name }, place) => (
            <Fragment key={id}>
              {place > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          {tooMany.length > namedAtMost && ` and ${tooMany.length - namedAtMost} more`}. Remove others to see{' '}
          {tooMany.length === 1 ? 'it' : 'them'}, or leave {tooMany.length === 1 ? 'it' : 'them'} out.
        </Notice>
      )}
    </>
  )
}
