import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'

/** An action or choice in a menu. */
export interface MenuItem {
  label: string
  /** A 16-pixel icon. */
  icon?: ReactNode
  disabled?: boolean
  /** For choices and toggles: whether this one is selected. */
  checked?: boolean
  onSelect: () => void
}

/** Related items, separated by a line. */
export interface MenuGroup {
  /** The name of a group of which one item is selected; its items are choices, not actions. */
  choiceOf?: string
  items: readonly MenuItem[]
}

const MenuPopup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup)

interface MenuProps {
  /** The accessible name of the button and the menu. */
  label: string
  /** The content of the button. */
  children: ReactNode
  /** Called only when it opens. */
  groups: () => readonly MenuGroup[]
  className?: string
  /** -1 if the button is one of many and isn't reached with Tab. */
  tabIndex?: number
}

/**
 * A button that opens a menu. Only the menu itself uses Base UI: its 41 KB aren't needed for the first paint, and each
 * of a thousand messages has such a button.
 */
export function Menu({ label, children, groups, className, tabIndex }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [startAt, setStartAt] = useState<'first' | 'last' | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setStartAt(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <span className={className}>
      <Button
        ref={button}
        tabIndex={tabIndex}
        variant="quiet"
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={startAt !== null}
        data-do="menu"
        onFocus={MenuPopup.prepare}
        onPointerEnter={MenuPopup.prepare}
        onKeyDown={onKeyDown}
        onClick={() => setStartAt(startAt === null ? 'first' : null)}
        className="pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        {children}
      </Button>
      {startAt !== null && (
        <MenuPopup label={label} groups={groups()} startAt={startAt} opener={button} onClose={() => setStartAt(null)} />
      )}
    </span>
  )
}
