import { X } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'

/** A message about an action on the panes, with an optional way back. */
export interface PaneNotice {
  message: string
  undo?: () => void
  /** What the way back is called, if not `Undo`. */
  undoLabel?: string
}

interface PaneNoticeBarProps {
  /** Null keeps the empty live region, so that the next notice is announced. */
  notice: PaneNotice | null
  onClose: () => void
}

/** Shows the last action until the next one or until it is dismissed. */
export function PaneNoticeBar({ notice, onClose }: PaneNoticeBarProps) {
  const undo = notice?.undo
  return (
    <div className={notice ? 'flex items-center gap-2 border-t border-line bg-tint py-1 pr-2 pl-4' : 'contents'}>
      <p role="status" className="min-w-0 flex-1 text-xs empty:hidden">
        {notice?.message}
      </p>
      {undo && (
        <Button
          // The focused element may have been removed with the pane; Enter then undoes it.
          ref={takeLostFocus}
          key={notice.message}
          size="small"
          // Distinct from each pane's own Undo button.
          aria-label={notice.undoLabel ?? 'Undo last action'}
          onClick={() => {
            onClose()
            undo()
          }}
        >
          {notice.undoLabel ?? 'Undo'}
        </Button>
      )}
      {notice && (
        <Button variant="quiet" size="small" aria-label="Dismiss" onClick={onClose}>
          <X aria-hidden size={14} />
        </Button>
      )}
    </div>
  )
}
