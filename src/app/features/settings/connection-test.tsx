import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ConnectionTarget } from '#app/data/connections/connection-target.ts'
import { type ConnectionReport, testConnection } from '#app/data/connections/test-connection.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount, formatSeconds } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Tests connections, one at a time: a new test or a change of what is tested takes the place of the one before. */
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

/** From how many seconds on an answer is worth a word. */
const slow = 3

interface ConnectionTestProps {
  report: ConnectionReport | 'running'
  /** Takes a base URL that works in place of the one that does not. */
  onUseSuggestion: (baseUrl: string) => void
}

/** What a test of the connection found, and what to do where it did not work. */
export function ConnectionTest({ report, onUseSuggestion }: ConnectionTestProps) {
  if (report === 'running') {
    return (
      <p role="status" className="animate-appear-late text-text-muted">
        Asking for its models…
      </p>
    )
  }
  return (
    // It stands below the form, which on a phone is below the view.
    <div ref={(place) => place?.scrollIntoView({ block: 'nearest' })}>
      {report.ok ? <Success {...report} /> : <Failure {...report} onUseSuggestion={onUseSuggestion} />}
    </div>
  )
}

function Success({ models, seconds }: Extract<ConnectionReport, { ok: true }>) {
  return (
    <p role="status" className="flex items-start gap-2">
      <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success" />
      <span>
        It works: {models === 1 ? '1 model' : `${formatCount(models)} models`} in {formatSeconds(seconds)}.
        {models === 0 && ' There is nothing to talk to yet: load a model there.'}
        {seconds >= slow && ' That is slow; the first word of a reply may take as long.'}
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
