import { X } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface SheetProps {
  title: string
  /** What stands on the button that opens it. */
  trigger: ReactNode
  children: ReactNode
}

/** A panel that rises from the foot of a small screen: the browser's own dialog, which keeps focus and gives it back. */
export function Sheet({ title, trigger, children }: SheetProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  /** What is in a closed sheet is not in the page, so that a control is never there twice. */
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        {trigger}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        onClose={() => setOpen(false)}
        onPointerDown={(event) => {
          // Beside the panel is the dialog's own backdrop.
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
        className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none flex-col bg-transparent p-0 text-text transition-transform backdrop:bg-scrim open:flex starting:open:translate-y-full"
      >
        {open && (
          <div className="flex min-h-0 flex-col rounded-t-lg bg-surface pb-[env(safe-area-inset-bottom)] shadow-float">
            <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
              <h2 id={titleId} className="font-semibold">
                {title}
              </h2>
              <Button variant="quiet" onClick={() => dialog.current?.close()}>
                <X aria-hidden size={16} />
                Close
              </Button>
            </div>
            <div className="overflow-y-auto overscroll-contain p-4">{children}</div>
          </div>
        )}
      </dialog>
    </>
  )
}
