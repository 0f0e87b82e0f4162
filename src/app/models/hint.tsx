import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

interface HintBubbleProps {
  id: string
  /** The element that it describes. */
  beside: Element
  children: ReactNode
}

const gap = 6

/**
 * A tooltip. It takes no pointer events, so it never blocks what is beneath it. Base UI's doesn't open on touch, and loads
 * 30 KB.
 */
export function HintBubble({ id, beside, children }: HintBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const place = () => bubble.current && placeBeside(bubble.current, beside)
    bubble.current?.showPopover?.()
    place()
    // The bubble is fixed to the window, and its element may scroll.
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => removeEventListener('scroll', place, { capture: true })
  }, [beside])
  return (
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 w-max max-w-72 rounded-md border border-line bg-surface-raised px-2.5 py-1.5 text-start text-xs font-normal whitespace-normal text-text shadow-float"
    >
      {children}
    </span>
  )
}

/** Above the element, or below if there is no room, within the window. */
function placeBeside(bubble: HTMLElement, beside: Element): void {
  const of = beside.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const room = document.documentElement.clientWidth - gap - width
  const above = of.top - gap - height
  bubble.style.left = `${Math.max(gap, Math.min(of.left + of.width / 2 - width / 2, room))}px`
  bubble.style.top = `${above < gap ? of.bottom + gap : above}px`
}

interface HintProps {
  /** Shown on hover, focus and touch. */
  text: ReactNode
  className?: string
  children: ReactNode
}

/** A word or figure with a tooltip. It is a button, so that keyboard and touch reach it; Escape closes the tooltip. */
export function Hint({ text, className = '', children }: HintProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={() => setIsOpen(true)}
        onPointerLeave={() => setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
        className={`rounded-sm text-inherit ${className}`}
      >
        {children}
      </button>
      {/* Outside the button: it is the button's description, not part of its name. */}
      {isOpen && button && (
        <HintBubble id={id} beside={button}>
          {text}
        </HintBubble>
      )}
    </>
  )
}
