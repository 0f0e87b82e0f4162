import { useState, type ComponentProps, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface SheetProps {
  title: string
  /** The content of the button that opens it. */
  trigger: ReactNode
  /** `quiet` among other quiet buttons. */
  variant?: ComponentProps<typeof Button>['variant']
  /** Controls it together with `onOpenChange`; if omitted, only its button opens it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A button with a dialog that is a bottom sheet on small screens. */
export function Sheet({ title, trigger, variant, open: wanted, onOpenChange, children }: SheetProps) {
  const [own, setOwn] = useState(false)
  const open = wanted ?? own
  const setOpen = onOpenChange ?? setOwn
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        {trigger}
      </Button>
      {/* In the body: a window that grows may hide the button, and a modal dialog that is hidden locks the page. */}
      {open &&
        createPortal(
          <Dialog title={title} place="bottom" onClose={() => setOpen(false)}>
            {children}
          </Dialog>,
          document.body,
        )}
    </>
  )
}
