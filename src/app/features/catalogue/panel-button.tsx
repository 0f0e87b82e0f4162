import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'

interface PanelButtonProps {
  /** The name of the button and the panel. */
  title: string
  icon: ReactNode
  children: (close: () => void) => ReactNode
}

/**
 * A button with a small panel beneath it; Escape, Tab and a click elsewhere close it. A native popover, which closes itself
 * and returns the focus. Base UI's would load 37 KB for the same.
 */
export function PanelButton({ title, icon, children }: PanelButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button ref={button} popoverTarget={id} aria-haspopup="dialog" aria-expanded={isOpen}>
        {icon}
        <span className="max-md:sr-only">{title}</span>
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices that the focus has left */}
      <div
        ref={setPanel}
        id={id}
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        popover="auto"
        onBeforeToggle={({ currentTarget, newState }) => {
          setIsOpen(newState === 'open')
          if (button.current) placeUnder(currentTarget, button.current)
        }}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') currentTarget.focus()
          // After a click elsewhere, the focus stays there.
          else takeLostFocus(button.current)
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && relatedTarget !== button.current && !currentTarget.contains(relatedTarget)) {
            currentTarget.hidePopover()
          }
        }}
        className="fixed inset-auto m-0 max-h-[70dvh] w-72 gap-3 overflow-y-auto rounded-lg border border-line bg-surface-raised p-3 text-text shadow-float outline-none open:grid"
      >
        {isOpen && children(() => panel?.hidePopover())}
      </div>
    </>
  )
}

const gap = 6
/** In pixels: `w-72`. */
const panelWidth = 288

function placeUnder(panel: HTMLElement, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect()
  const room = document.documentElement.clientWidth - panelWidth - 8
  panel.style.left = `${Math.max(8, Math.min(left, room))}px`
  panel.style.top = `${bottom + gap}px`
}
