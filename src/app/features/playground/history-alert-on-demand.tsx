import { useStore } from 'zustand'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const HistoryAlert = lazyPart(async () => (await import('./history-alert.tsx')).HistoryAlert)

/** The alert about storage, fetched once there is something wrong with it. Storage that is off is told in the list. */
export function HistoryAlertOnDemand() {
  const problem = useStore(historyProblem, (state) => state.problem)
  if (problem === null || problem === 'off') return null
  return <HistoryAlert problem={problem} />
}
