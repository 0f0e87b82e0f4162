import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'

/** One thing that a menu can do. */
export interface MenuItem {
  label: string
  /** An icon of 16 pixels. */
  icon?: ReactNode
  disabled?: boolean
  /** Of several items of which one holds, or for something that is on or off: whether this does. */
  checked?: boolean
  onSelect: () => void
}

/** Items that belong together, under a line of their own. */
export interface MenuGroup {
  /** Names a group of which one item holds; its items are choices and not actions. */
  choiceOf?: string
  items: readonly MenuItem[]
}

const MenuPopup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup)

interface MenuProps {
  /** The accessible name of the button and the menu. */
  label: string
  /** The content of the button. */
  children: ReactNode
  /** Asked only when it opens. */
  groups: () => readonly MenuGroup[]
  className?: string
  /** -1 where the button is one of many and reached another way than by the Tab key. */
  tabIndex?: number
}

/**
 * A button that opens a menu. Only the menu itself is Base UI's: it is 41 KB that the first paint can do without, and
 * each of a thousand messages has such a button.
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
