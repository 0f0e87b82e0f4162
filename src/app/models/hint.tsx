import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

interface HintProps {
  /** What it says on hover, focus and touch. */
  text: ReactNode
  /** What a screen reader calls it, where `children` are not words. */
  label?: string | undefined
  /** In a grid that moves focus itself, -1. */
  tabIndex?: number | undefined
  className?: string
  children: ReactNode
}

/**
 * A word or figure that says more when pointed at, focused or touched. It is a button because only that is reached
 * by keyboard and finger alike; Escape closes what it says.
 */
export function Hint({ text, label, tabIndex, className = '', children }: HintProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={isOpen ? id : undefined}
      tabIndex={tabIndex}
      onPointerEnter={() => setIsOpen(true)}
      onPointerLeave={() => setIsOpen(false)}
      onFocus={() => setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
      onClick={() => setIsOpen(true)}
      onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      className={`rounded-sm text-inherit ${className}`}
    >
      {children}
      {isOpen && <Bubble id={id}>{text}</Bubble>}
    </button>
  )
}

const gap = 6

function Bubble({ id, children }: { id: string; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const place = () => bubble.current && placeBeside(bubble.current)
    bubble.current?.showPopover?.()
    place()
    // A bubble is fixed to the window: what it belongs to may be scrolled from under it.
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => removeEventListener('scroll', place, { capture: true })
  }, [])
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
function placeBeside(bubble: HTMLElement): void {
  const of = bubble.parentElement?.getBoundingClientRect()
  if (!of) return
  const { width, height } = bubble.getBoundingClientRect()
  const room = document.documentElement.clientWidth - gap - width
  const above = of.top - gap - height
  bubble.style.left = `${Math.max(gap, Math.min(of.left + of.width / 2 - width / 2, room))}px`
  bubble.style.top = `${above < gap ? of.bottom + gap : above}px`
}
