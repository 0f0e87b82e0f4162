import { useQuery } from '@tanstack/react-query'
import { historyDatabaseName } from '#app/data/history/rows.ts'
import { experimentsDatabaseName, hasDatabase } from '#app/data/storage/databases.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const MeasuredSection = lazyPart(() => import('./measured-section.tsx').then((module) => module.MeasuredSection))

/**
 * What this browser has measured of a model. Nothing in a browser without chats and experiments, which then doesn't load
 * the code that reads them.
 */
export function MeasuredView({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['has-measurements'],
    queryFn: () => hasDatabase(historyDatabaseName, experimentsDatabaseName),
  })
  return data === true && <MeasuredSection id={id} />
}
