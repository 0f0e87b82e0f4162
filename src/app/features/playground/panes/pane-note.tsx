import { X } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'

/** Something that was done to the panes, and the way back where there is one. */
export interface PaneNotice {
  message: string
  undo?: () => void
}

interface PaneNoteProps {
  /** Null leaves the place empty, where the next one is announced. */
  note: PaneNotice | null
  onClose: () => void
}

/** Says what was just done, until the next thing is done or it is dismissed. */
export function PaneNoticeBar({ note, onClose }: PaneNoteProps) {
  const undo = note?.undo
  return (
    <div className={note ? 'flex items-center gap-2 border-t border-line bg-tint py-1 pr-2 pl-4' : 'contents'}>
      <p role="status" className="min-w-0 flex-1 text-xs empty:hidden">
        {note?.message}
      </p>
      {undo && (
        <Button
          // What had the focus may have gone with the pane; from here Enter brings it back.
          ref={takeLostFocus}
          key={note.message}
          size="small"
          // Each pane has an Undo of its own.
          aria-label="Undo that"
          onClick={() => {
            onClose()
            undo()
          }}
        >
          Undo
        </Button>
      )}
      {note && (
        <Button variant="quiet" size="small" aria-label="Dismiss" onClick={onClose}>
          <X aria-hidden size={14} />
        </Button>
      )}
    </div>
  )
}
