import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

interface HintBubbleProps {
  id: string
  /** What it stands beside. */
  beside: Element
  children: ReactNode
}

const gap = 6

/**
 * What a word or figure says when it is pointed at. It is read, and never in the way of what lies under it. Base UI's
 * tooltip doesn't open on touch, and loads 30 KB.
 */
export function HintBubble({ id, beside, children }: HintBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const place = () => bubble.current && placeBeside(bubble.current, beside)
    bubble.current?.showPopover?.()
    place()
    // A bubble is fixed to the window: what it belongs to may be scrolled from under it.
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

/** Above what it belongs to, or below where there is no room; within the window. */
function placeBeside(bubble: HTMLElement, beside: Element): void {
  const of = beside.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const room = document.documentElement.clientWidth - gap - width
  const above = of.top - gap - height
  bubble.style.left = `${Math.max(gap, Math.min(of.left + of.width / 2 - width / 2, room))}px`
  bubble.style.top = `${above < gap ? of.bottom + gap : above}px`
}

interface HintProps {
  /** What it says on hover, focus and touch. */
  text: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A word or figure that says more when pointed at, focused or touched. It is a button because only that is reached
 * by keyboard and finger alike; Escape closes what it says.
 */
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
      {/* Beside and not within: it describes the button, and is no part of its name. */}
      {isOpen && button && (
        <HintBubble id={id} beside={button}>
          {text}
        </HintBubble>
      )}
    </>
  )
}
