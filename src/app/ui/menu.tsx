import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { MenuList, type MenuGroup } from './menu-list.tsx'

interface MenuProps {
  /** What a screen reader calls the button and the menu. */
  label: string
  /** What stands on the button. */
  children: ReactNode
  /** Asked only when it opens. */
  groups: () => readonly MenuGroup[]
  className?: string
  /** -1 where the button is one of many and reached another way than by the Tab key. */
  tabIndex?: number
}

/** A button that opens a menu, after the menu button of the ARIA Authoring Practices. */
export function Menu({ label, children, groups, className, tabIndex }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<{ at: 'first' | 'last' } | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen({ at: event.key === 'ArrowDown' ? 'first' : 'last' })
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
        aria-expanded={open !== null}
        data-do="menu"
        onKeyDown={onKeyDown}
        // Pressed while the menu is open, it closes it: the menu must not close by itself before and open again.
        onMouseDown={(event) => open && event.preventDefault()}
        onClick={() => setOpen(open ? null : { at: 'first' })}
        className="pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        {children}
      </Button>
      {open && (
        <MenuList label={label} groups={groups()} startAt={open.at} opener={button} onClose={() => setOpen(null)} />
      )}
    </span>
  )
}
