import { useId, useState, type ReactNode } from 'react'
import { HintBubble } from './hint-bubble.tsx'

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
      {isOpen && <HintBubble id={id}>{text}</HintBubble>}
    </button>
  )
}
