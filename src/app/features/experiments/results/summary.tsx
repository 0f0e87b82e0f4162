import { Scale } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { daysInMonth } from '#app/models/cost-estimate.ts'
import { workloadStore } from '#app/models/workload.ts'
import type { Definition } from '#experiments/definition.ts'
import { adviceOf, conclusionsOf, summarize } from '#experiments/summary.ts'
import { type CellBoard, judgedOf } from './cell-board.ts'
import { Charts } from './charts.tsx'
import { SummaryTable } from './summary-table.tsx'
import { useBoardVersion } from './use-board.ts'

/** Which variant to take, or why that can't be said yet; and the figures behind it. */
export function Summary({ definition, board }: { definition: Definition; board: CellBoard }) {
  const version = useBoardVersion(board)
  const summaries = useMemo(
    () => summarize(definition, judgedOf(board)),
    // oxlint-disable-next-line react/exhaustive-deps -- the board changes in place, and its version says when
    [definition, board, version],
  )
  const callsPerMonth = useStore(workloadStore, ({ workload }) => workload.requestsPerDay * daysInMonth)
  const advice = adviceOf(definition, summaries)
  return (
    <div className="grid min-w-0 gap-4">
      {advice !== undefined && (
        <div role="region" aria-label="Conclusion" className="grid gap-1 rounded-md bg-tint px-3 py-2.5">
          <p className="flex items-center gap-2 font-medium">
            <Scale aria-hidden size={16} className="shrink-0 text-text-muted" />
            {advice}
          </p>
          <ul className="grid gap-0.5 pl-6 text-text-muted tabular-nums">
            {conclusionsOf(definition, summaries).map(({ variant, words }) => (
              <li key={variant.id}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      <SummaryTable definition={definition} summaries={summaries} callsPerMonth={callsPerMonth} />
      <Charts summaries={summaries} />
    </div>
  )
}
