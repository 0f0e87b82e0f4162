import { portableDefinition } from '#app/data/experiments/shared-experiment.ts'
import { daysInMonth } from '#app/models/cost-estimate.ts'
import type { Workload } from '#app/models/workload.ts'
import { workloadStore } from '#app/models/workload.ts'
import { saveFile } from '#app/features/experiments/save-file.ts'
import type { Definition } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { summarize } from '#experiments/summary.ts'
import type { ReportProps } from './report.tsx'

/** What a report shows of an experiment of this browser. */
export function reportOf(
  own: Definition,
  judged: readonly JudgedCell[],
  { requestsPerDay }: Workload,
  date: Date,
): ReportProps {
  const definition = portableDefinition(own)
  return {
    definition,
    judged,
    summaries: summarize(definition, judged),
    date,
    requestsPerMonth: requestsPerDay * daysInMonth,
  }
}

/** Downloads the report of an experiment as an HTML file. */
export async function downloadReport(definition: Definition, judged: readonly JudgedCell[]): Promise<void> {
  const { writeHtmlReport } = await import('./html-report.tsx')
  const report = reportOf(definition, judged, workloadStore.getState().workload, new Date())
  saveFile(definition.name, 'html', 'text/html', writeHtmlReport(report))
}

/** Why a report can't be downloaded: its script is missing. */
export const downloadProblem =
  'The report couldn’t be made, because a script is missing. Reload the page, then try again.'
