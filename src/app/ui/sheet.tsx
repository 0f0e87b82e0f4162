import { useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'

interface SheetProps {
  title: string
  /** What stands on the button that opens it. */
  trigger: ReactNode
  /** `quiet` where it stands among other such buttons. */
  variant?: ComponentProps<typeof Button>['variant']
  /** With `onOpenChange`, whether it is open; left out, its button alone opens it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

const loadPanel = () => import('./sheet-panel.tsx')
const SheetPanel = lazyPart(async () => (await loadPanel()).SheetPanel)

function prepare(): void {
  // A failure shows when the sheet is opened.
  void loadPanel().catch(() => undefined)
}

/** A panel that rises from the foot of a small screen. Its dialog is loaded when somebody is about to open it. */
export function Sheet({ title, trigger, variant, open: wanted, onOpenChange, children }: SheetProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [own, setOwn] = useState(false)
  const open = wanted ?? own
  const setOpen = onOpenChange ?? setOwn
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        aria-haspopup="dialog"
        aria-expanded={open}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={() => setOpen(true)}
      >
        {trigger}
      </Button>
      {open && (
        <SheetPanel title={title} opener={button} onClose={() => setOpen(false)}>
          {children}
        </SheetPanel>
      )}
    </>
  )
}
