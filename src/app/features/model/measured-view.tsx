import { useQuery } from '@tanstack/react-query'
import { historyDatabaseName } from '#app/data/history/rows.ts'
import { experimentsDatabaseName, hasDatabase } from '#app/data/storage/databases.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { NothingMeasured } from './nothing-measured.tsx'

const MeasuredFigures = lazyPart(() => import('./measured-figures.tsx').then((module) => module.MeasuredFigures))

/** What this browser has measured of a model. The code for it is loaded only where there is something to read. */
export function MeasuredView({ id }: { id: string }) {
  const { data: hasAny } = useQuery({
    queryKey: ['has-measurements'],
    queryFn: async () => (await hasDatabase(historyDatabaseName)) || hasDatabase(experimentsDatabaseName),
  })
  return (
    <section aria-label="Measured here" className="grid gap-2">
      <h2 className="font-semibold">Measured here</h2>
      {hasAny === false && <NothingMeasured />}
      {hasAny === true && <MeasuredFigures id={id} />}
    </section>
  )
}
