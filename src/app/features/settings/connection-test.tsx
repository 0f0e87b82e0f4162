import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ConnectionTarget } from '#app/data/connections/connection-target.ts'
import { type ConnectionReport, testConnection } from '#app/data/connections/test-connection.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount, formatSeconds } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Runs one connection test at a time. A new test or a change to the connection cancels the previous one. */
export function useConnectionTest() {
  const [report, setReport] = useState<ConnectionReport | 'running' | null>(null)
  const running = useRef<AbortController>(null)
  const clear = () => {
    running.current?.abort()
    setReport(null)
  }
  const test = (target: ConnectionTarget) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setReport('running')
    testConnection(target, location.origin, controller.signal).then(setReport, () => undefined)
  }
  return { report, test, clear }
}

/** Responses that take this many seconds or more are reported as slow. */
const slowSeconds = 3

interface ConnectionTestProps {
  report: ConnectionReport | 'running'
  /** Uses a base URL that works instead. */
  onUseSuggestion: (baseUrl: string) => void
}

/** The result of a connection test, and what to do if it failed. */
export function ConnectionTest({ report, onUseSuggestion }: ConnectionTestProps) {
  if (report === 'running') {
    return (
      <p role="status" className="animate-appear-late text-text-muted">
        Testing connection…
      </p>
    )
  }
  return (
    // On a phone the result is below the visible area.
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      {report.ok ? <Success {...report} /> : <Failure {...report} onUseSuggestion={onUseSuggestion} />}
    </div>
  )
}

function Success({ models: { length: models }, seconds }: Extract<ConnectionReport, { ok: true }>) {
  return (
    <p role="status" className="flex items-start gap-2">
      <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success" />
      <span>
        Connected: {models === 1 ? '1 model' : `${formatCount(models)} models`} in {formatSeconds(seconds)}.
        {models === 0 && ' Load a model there to use it.'}
        {seconds >= slowSeconds && ' This connection is slow. Replies may take as long to start.'}
      </span>
    </p>
  )
}

type FailureProps = Extract<ConnectionReport, { ok: false }> & Pick<ConnectionTestProps, 'onUseSuggestion'>

function Failure({ explanation, better, onUseSuggestion }: FailureProps) {
  return (
    <Notice
      tone="danger"
      actions={
        better === null ? undefined : (
          <Button size="small" onClick={() => onUseSuggestion(better)}>
            Use {better}
          </Button>
        )
      }
    >
      {explanation.problem} {explanation.solution}
    </Notice>
  )
}
