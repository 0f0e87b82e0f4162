import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { connection } from '#app/data/connection.ts'
import { modelsQuery } from '#app/data/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { selectModels, toggleType, typesOf, type CatalogueSearch } from './catalogue-search.ts'
import { ModelsTable } from './models-table.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TypeFacet } from './type-facet.tsx'

interface ModelsPageProps {
  search: CatalogueSearch
  onSearch: (search: CatalogueSearch) => void
  /** Opens the playground on a model. */
  onTry: (id: string) => void
}

/** The catalogue: every model that the service publishes, narrowed by what the address bar says. */
export function ModelsPage({ search, onSearch, onTry }: ModelsPageProps) {
  const revision = useStore(connection, (state) => state.revision)
  const { data: models, error, refetch } = useQuery(modelsQuery(revision))
  const shown = selectModels(models ?? [], search)

  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4 md:px-5">
        <h1 className="font-semibold">Models</h1>
        <p role="status" className="text-text-muted tabular-nums">
          {models && `${shown.length} of ${models.length} models`}
        </p>
      </header>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <aside
          aria-label="Filters"
          className="shrink-0 border-line p-4 max-md:border-b md:w-59 md:overflow-y-auto md:border-r"
        >
          <TypeFacet
            models={models ?? []}
            chosen={typesOf(search)}
            onToggle={(type) => onSearch(toggleType(search, type))}
          />
        </aside>
        <div className="min-h-0 min-w-0 flex-1 overflow-auto">{content()}</div>
      </div>
    </>
  )

  function content(): ReactNode {
    if (models === undefined && error) {
      return (
        <div className="p-4">
          <Notice
            tone="danger"
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Notice>
        </div>
      )
    }
    if (models === undefined) return <TableSkeleton />
    if (shown.length > 0) return <ModelsTable models={shown} onTry={onTry} />
    return (
      <div className="grid justify-items-start gap-3 p-4 md:p-5">
        <p className="text-md">No model here is of the chosen type.</p>
        <Button onClick={() => onSearch({})}>Show all models</Button>
      </div>
    )
  }
}
