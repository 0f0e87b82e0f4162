import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** One thing that a menu can do. */
export interface MenuItem {
  label: string
  /** An icon of 16 pixels. */
  icon?: ReactNode
  disabled?: boolean
  /** For one of several of which one holds, or for something that is on or off: whether this does. */
  checked?: boolean
  onSelect: () => void
}

/** What belongs together, under a line of its own. */
export interface MenuGroup {
  /** Names a group of which one item holds; its items are choices and not actions. */
  choiceOf?: string
  items: readonly MenuItem[]
}

interface MenuListProps {
  label: string
  groups: readonly MenuGroup[]
  startAt: 'first' | 'last'
  /** Where the menu stands, and what gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open menu, above everything else on the page. Arrows, Home, End and first letters move; Escape and Tab close. */
function MenuList({ label, groups, startAt, opener, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => list.current && opener.current && placeBeside(list.current, opener.current)
    // Older browsers and test pages have no top layer: there it is an ordinary fixed element.
    list.current?.showPopover?.()
    place()
    itemsIn(list.current)
      .at(startAt === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true })
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [opener, startAt])

  const leave = () => {
    opener.current?.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsIn(list.current)
    const at = items.findIndex((item) => item === document.activeElement)
    const next = nextItem(event, items, at)
    if (event.key === 'Tab') leave()
    if (event.key === 'Tab' || (event.key !== 'Escape' && !next)) return
    event.preventDefault()
    event.stopPropagation()
    if (next) next.focus()
    else leave()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its items
    <div
      ref={list}
      role="menu"
      aria-label={label}
      popover="manual"
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
      // Some browsers give no focus to a button that is pressed: the menu would lose it, and close before the click.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 min-w-52 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-raised p-1 text-sm text-text shadow-float"
    >
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ choiceOf, items }, place) => (
          <div
            key={choiceOf ?? items[0]?.label}
            role="group"
            aria-label={choiceOf}
            className={place === 0 ? '' : 'mt-1 border-t border-line pt-1'}
          >
            {choiceOf !== undefined && (
              <p aria-hidden className="label px-2.5 pt-1 pb-0.5">
                {choiceOf}
              </p>
            )}
            {items.map(({ label: name, icon, disabled = false, checked, onSelect }) => (
              <button
                key={name}
                type="button"
                role={
                  choiceOf !== undefined ? 'menuitemradio' : checked === undefined ? 'menuitem' : 'menuitemcheckbox'
                }
                aria-checked={checked}
                aria-disabled={disabled}
                tabIndex={-1}
                onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
                onClick={() => {
                  if (disabled) return
                  leave()
                  onSelect()
                }}
                className="flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start whitespace-nowrap outline-none focus:bg-tint aria-disabled:opacity-50 pointer-coarse:py-2.5"
              >
                <span aria-hidden className="flex w-4 justify-center text-text-muted">
                  {checked === true ? <Check size={16} className="text-accent" /> : icon}
                </span>
                {name}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

/** Where a key leads from the item at a place; undefined where it leads nowhere. */
function nextItem({ key, ctrlKey, metaKey }: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default: {
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey) return undefined
      const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
      return items.slice(at + 1).find(begins) ?? items.find(begins)
    }
  }
}

const gap = 4

/** Under its button, or above where there is more room; within the window. */
function placeBeside(list: HTMLElement, button: HTMLElement): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const of = button.getBoundingClientRect()
  const below = height - of.bottom - 2 * gap
  const above = of.top - 2 * gap
  const goesBelow = list.scrollHeight <= below || below >= above
  list.style.maxHeight = `${goesBelow ? below : above}px`
  const own = list.getBoundingClientRect()
  list.style.top = `${goesBelow ? of.bottom + gap : of.top - gap - own.height}px`
  list.style.left = `${Math.max(gap, Math.min(of.left, width - gap - own.width))}px`
}

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
