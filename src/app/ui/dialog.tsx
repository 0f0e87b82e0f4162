import { X } from 'lucide-react'
import { type KeyboardEventHandler, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  /** Called after it was closed by Escape, a click outside or its button; the caller then removes it. */
  onClose: () => void
  /** For shortcuts that work anywhere in it. */
  onKeyDown?: KeyboardEventHandler | undefined
  /** In pixels; fills narrower screens. */
  width?: number
  /** Shows only the children, which handle scrolling; the title is announced but not visible. */
  bare?: boolean
  /** `bottom` is a bottom sheet on small screens. */
  place?: 'top' | 'bottom'
  children: ReactNode
}

const looks = {
  top: 'top-[8dvh] m-auto mt-0 max-h-[84dvh] max-w-[calc(100vw-1.5rem)] rounded-lg border bg-surface-raised',
  bottom:
    'top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none rounded-t-lg border-t bg-surface pb-[env(safe-area-inset-bottom)] transition-transform starting:translate-y-full',
} as const

/**
 * A modal dialog. Uses the native element, which traps and restores focus and makes the page inert. Base UI's dialog
 * would add 19 KB for the same.
 */
export function Dialog({ title, onClose, onKeyDown, width = 560, bare = false, place = 'top', children }: DialogProps) {
  const isPressed = useRef(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Close do the same
    <dialog
      ref={showWhilePresent}
      aria-label={title}
      onKeyDown={onKeyDown}
      // React mounts it twice in development, and the close event in between arrives after it is open again.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      // Safari lacks `closedby`. The target is the dialog itself for the backdrop, and for a selection that ends there.
      onPointerDown={({ target, currentTarget }) => (isPressed.current = target === currentTarget)}
      onClick={({ target, currentTarget }) => isPressed.current && target === currentTarget && currentTarget.close()}
      style={place === 'top' ? { width } : undefined}
      className={`fixed inset-x-0 flex-col overflow-hidden border-line text-text shadow-float backdrop:bg-scrim open:flex ${looks[place]}`}
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

/** Opens it on mount, and closes it before unmount, which restores focus. */
function showWhilePresent(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  return () => dialog.close()
}
