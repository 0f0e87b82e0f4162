import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  /** Called once it has closed, by Escape, by a press beside it or by its button; the caller then takes it away. */
  onClose: () => void
  /** In pixels; narrower screens are filled. */
  width?: number
  /** Nothing but what stands within, which scrolls as it likes: the title is only said. */
  bare?: boolean
  children: ReactNode
}

/** A dialog in the browser's top layer, which keeps the focus in it and gives it back by itself. */
export function Dialog({ title, onClose, width = 560, bare = false, children }: DialogProps) {
  return (
    <dialog
      ref={showWhilePresent}
      aria-label={title}
      onClose={onClose}
      // A press beside it closes it, too, where the browser knows how.
      closedby="any"
      style={{ width }}
      className="fixed inset-x-0 top-[8dvh] m-auto mt-0 max-h-[84dvh] max-w-[calc(100vw-1.5rem)] flex-col rounded-lg border border-line bg-surface-raised text-text shadow-float backdrop:bg-scrim open:flex"
    >
      {!bare && (
        <div className="flex shrink-0 items-center justify-between border-b border-line py-2 pr-2 pl-4">
          <h2 className="font-semibold">{title}</h2>
          <form method="dialog">
            <Button type="submit" variant="quiet" aria-label="Close">
              <X aria-hidden size={16} />
            </Button>
          </form>
        </div>
      )}
      {bare ? children : <div className="min-h-0 overflow-y-auto overscroll-contain p-4">{children}</div>}
    </dialog>
  )
}

/** Opens it when it comes, and closes it before it goes, which gives the focus back. */
function showWhilePresent(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  return () => dialog.close()
}
