import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'

interface PanelButtonProps {
  /** The name of the button and the panel. */
  title: string
  icon: ReactNode
  children: (close: () => void) => ReactNode
}

/** A button with a small panel beneath it. Escape and a click elsewhere close it. */
export function PanelButton({ title, icon, children }: PanelButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    const [shown, opener] = [panel.current, button.current]
    if (!isOpen || !shown || !opener) return
    shown.showPopover()
    placeUnder(shown, opener)
    shown.focus()
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !shown.contains(target) && !opener.contains(target)) setIsOpen(false)
    }
    // During composition, Escape belongs to the input method.
    const onKey = ({ key, isComposing }: KeyboardEvent) => key === 'Escape' && !isComposing && setIsOpen(false)
    addEventListener('pointerdown', onOutside)
    addEventListener('focusin', onOutside)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onOutside)
      removeEventListener('focusin', onOutside)
      removeEventListener('keydown', onKey)
      // Returns the focus only if it was in the panel, not if the user clicked elsewhere.
      if (document.activeElement === document.body || shown.contains(document.activeElement)) opener.focus()
    }
  }, [isOpen])

  return (
    <>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {icon}
        <span className="max-md:sr-only">{title}</span>
      </Button>
      {isOpen && (
        <div
          ref={panel}
          role="dialog"
          aria-label={title}
          tabIndex={-1}
          popover="manual"
          className="fixed inset-auto m-0 grid max-h-[70dvh] w-72 gap-3 overflow-y-auto rounded-lg border border-line bg-surface-raised p-3 text-text shadow-float outline-none"
        >
          {children(() => setIsOpen(false))}
        </div>
      )}
    </>
  )
}

const gap = 6

function placeUnder(panel: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect()
  const room = document.documentElement.clientWidth - panel.getBoundingClientRect().width - 8
  panel.style.left = `${Math.max(8, Math.min(left, room))}px`
  panel.style.top = `${bottom + gap}px`
}
