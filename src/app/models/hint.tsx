import { useId, useState, type ReactNode } from 'react'
import { HintBubble } from './hint-bubble.tsx'

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
