import { LoadProblem } from '#app/models/load-problem.tsx'
import { useModels } from '#app/models/text-models.ts'
import { CatalogueBody } from './catalogue.tsx'
import type { CatalogueSearch, OnSearch } from './query/catalogue-search.ts'

const rows = [52, 40, 61, 46, 55, 43]

/** A placeholder while the table loads. It fades in late, as most responses arrive before that. */
export function TableSkeleton() {
  return (
    <div role="status" aria-label="Loading models" className="animate-appear-late pt-9">
      {rows.map((width) => (
        <div key={width} className="grid gap-2 border-b border-line px-4 py-3.5 md:px-5">
          <div className="h-3.5 rounded-sm bg-tint" style={{ width: `${width / 4}%` }} />
          <div className="h-3 rounded-sm bg-tint" style={{ width: `${width / 3}%` }} />
        </div>
      ))}
    </div>
  )
}

interface ModelsPageProps {
  search: CatalogueSearch
  onSearch: OnSearch
  /** Opens the playground on a model. */
  onTry: (id: string) => void
}

/** The catalogue page: every model of the service, filtered and sorted by the URL. */
export function ModelsPage({ search, onSearch, onTry }: ModelsPageProps) {
  const { data: models, error, refetch } = useModels()
  if (models) return <CatalogueBody models={models} search={search} onSearch={onSearch} onTry={onTry} />
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4 md:h-14 md:px-5">
        <h1 className="font-semibold">Models</h1>
      </header>
      {error ? <LoadProblem message={error.message} onRetry={() => void refetch()} /> : <TableSkeleton />}
    </>
  )
}
