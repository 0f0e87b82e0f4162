import type { HistoryProblem } from '#app/data/history/history-problem.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

const words: Record<Exclude<HistoryProblem, 'off'>, string> = {
  full: 'This browser’s storage for Parley is full: what is said from now on is not kept. Everything kept before is still there. Export your conversations, then delete some.',
  newer:
    'Another tab runs a newer Parley, so this one can keep nothing any more. Export your conversations, then reload.',
  failed: 'This browser’s storage refused to keep the conversation. Export your conversations, then reload.',
}

/** Warns that the conversation isn't saved, and how to export it. */
export function HistoryAlert({ problem }: { problem: Exclude<HistoryProblem, 'off'> }) {
  return (
    <div className="border-b border-line px-4 py-2">
      <Notice
        tone="danger"
        actions={
          <Button
            size="small"
            onClick={() => void import('./history-files.ts').then(({ exportAll }) => exportAll('json'))}
          >
            Export all
          </Button>
        }
      >
        {words[problem]}
      </Notice>
    </div>
  )
}
