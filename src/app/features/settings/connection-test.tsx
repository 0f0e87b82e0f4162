import { CircleCheck } from 'lucide-react'
import type { ConnectionReport } from '#app/data/test-connection.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount, formatSeconds } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'

/** From how many seconds on an answer is worth a word. */
const slow = 3

interface ConnectionTestProps {
  report: ConnectionReport | 'running'
  /** Takes a base URL that works in place of the one that does not. */
  onBetter: (baseUrl: string) => void
}

/** What a test of the connection found, and what to do where it did not work. */
export function ConnectionTest({ report, onBetter }: ConnectionTestProps) {
  if (report === 'running') {
    return (
      <p role="status" className="animate-appear-late text-text-muted">
        Asking for its models…
      </p>
    )
  }
  if (report.ok) {
    const { models, seconds } = report
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
  const { explanation, better } = report
  return (
    <Notice
      tone="danger"
      actions={
        better !== null && (
          <Button size="small" onClick={() => onBetter(better)}>
            Use {better}
          </Button>
        )
      }
    >
      {explanation.what} {explanation.cure}
    </Notice>
  )
}
