import type { HistoryProblem } from '#app/data/history/history-problem.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

const words: Record<Exclude<HistoryProblem, 'off'>, string> = {
  full: 'This browser’s storage is full, so new messages aren’t saved. Export your conversations, then delete some.',
  newer:
    'A newer version of Parley is open in another tab, so this tab can’t save. Export your conversations, then reload.',
  failed: 'This browser couldn’t save the conversation. Export your conversations, then reload.',
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
