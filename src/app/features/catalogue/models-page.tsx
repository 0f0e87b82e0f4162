import { LoadProblem } from '#app/models/load-problem.tsx'
import { useModels } from '#app/models/use-models.ts'
import type { CatalogueSearch } from './catalogue-search.ts'
import { Catalogue } from './catalogue.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import type { OnSearch } from './use-view.ts'

interface ModelsPageProps {
  search: CatalogueSearch
  onSearch: OnSearch
  /** Opens the playground on a model. */
  onTry: (id: string) => void
}

/** The catalogue: every model that the service publishes, narrowed and sorted by what the address bar says. */
export function ModelsPage({ search, onSearch, onTry }: ModelsPageProps) {
  const { data: models, error, refetch } = useModels()
  if (models) return <Catalogue models={models} search={search} onSearch={onSearch} onTry={onTry} />
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4 md:h-14 md:px-5">
        <h1 className="font-semibold">Models</h1>
      </header>
      {error ? <LoadProblem message={error.message} onRetry={() => void refetch()} /> : <TableSkeleton />}
    </>
  )
}
