import { Link } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ExperimentSession } from '#app/features/experiments/experiment-session.ts'
import { judgedOf } from '#app/features/experiments/results/cell-board.ts'
import { WithSession } from '#app/features/experiments/with-session.tsx'
import { usePageTitle } from '#app/models/page-title.ts'
import { workloadStore } from '#app/models/workload.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { downloadProblem, downloadReport, reportOf } from './download-report.ts'
import { Report } from './report.tsx'

/** The report of an experiment: to read, print and download. */
export function ReportPage({ id }: { id: string }) {
  return <WithSession id={id}>{(session) => <OpenReport session={session} />}</WithSession>
}

function OpenReport({ session }: { session: ExperimentSession }) {
  const definition = useStore(session.state, (state) => state.definition)
  const workload = useStore(workloadStore, (state) => state.workload)
  const judged = useJudged(session)
  const [date] = useState(() => new Date())
  const [isFailed, setFailed] = useState(false)
  const report = useMemo(
    () => judged && reportOf(definition, judged, workload, date),
    [definition, judged, workload, date],
  )
  const name = definition.name || 'Experiment'
  usePageTitle(`Report: ${name}`)
  return (
    <>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 md:px-5 print:hidden">
        <nav aria-label="Path" className="flex min-w-0 flex-1 items-center gap-2 whitespace-nowrap">
          <Link to="/experiments" className="rounded-sm text-text-muted hover:text-text max-md:hidden">
            Experiments
          </Link>
          <span aria-hidden className="text-text-muted max-md:hidden">
            /
          </span>
          <Link
            to="/experiments/$id"
            params={{ id: session.id }}
            className="truncate rounded-sm text-text-muted hover:text-text"
          >
            <bdi>{name}</bdi>
          </Link>
          <span aria-hidden className="text-text-muted max-md:hidden">
            /
          </span>
          <span aria-current="page" className="font-semibold max-md:hidden">
            Report
          </span>
        </nav>
        <Button
          disabled={judged === undefined}
          onClick={() => {
            setFailed(false)
            downloadReport(definition, judged ?? []).catch(() => setFailed(true))
          }}
        >
          <Download aria-hidden size={14} />
          Download HTML
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden size={14} />
          Print
        </Button>
      </header>
      {isFailed && (
        <div className="px-4 pt-3 print:hidden">
          <Notice tone="danger">{downloadProblem}</Notice>
        </div>
      )}
      <div
        role="region"
        aria-label="Report"
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 print:overflow-visible"
      >
        {report ? (
          <Report {...report} />
        ) : (
          <p role="status" className="animate-appear-late p-6 text-text-muted">
            Loading results…
          </p>
        )}
      </div>
    </>
  )
}

/** In milliseconds. */
const readPause = 200

/**
 * All results, once they are all judged; undefined before that. While the session works its cells out again, the results of before
 * stay, so that a report never shows half of them.
 */
function useJudged(session: ExperimentSession): readonly JudgedCell[] | undefined {
  const [judged, setJudged] = useState(() => readJudged(session))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setJudged((before) => readJudged(session) ?? before)
      }, readPause)
    }
    readSoon()
    const ends = [session.board.subscribeAll(readSoon), session.state.subscribe(readSoon)]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [session])
  return judged
}

function readJudged({ state, board }: ExperimentSession): readonly JudgedCell[] | undefined {
  const isPlanned = state.getState().estimate !== undefined
  const views = [...board.all().values()].flat()
  return isPlanned && views.every(({ result, score }) => !result || score) ? judgedOf(board) : undefined
}
