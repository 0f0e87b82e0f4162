import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import type { MenuGroup, MenuItem } from './menu.tsx'

interface MenuPopupProps {
  label: string
  groups: readonly MenuGroup[]
  /** The item that gets focus. */
  startAt: 'first' | 'last'
  /** The button next to which the menu opens, and which gets focus back. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** An open menu. Arrows, Home, End and first letters move; Escape and Tab close. */
export function MenuPopup({ label, groups, startAt, opener, onClose }: MenuPopupProps) {
  const leave = () => {
    opener.current?.focus({ preventScroll: true })
    onClose()
  }
  const onOpenChange = (_open: boolean, { reason, event, cancel }: Menu.Root.ChangeEventDetails) => {
    if (reason !== 'outside-press' && reason !== 'focus-out') return leave()
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target
    // Otherwise a click on the button would close the menu and open it again.
    if (to instanceof Node && opener.current?.contains(to)) cancel()
    else onClose()
  }
  // Base UI focuses it a frame later, and the next key may arrive before that.
  const focusOnMount = useCallback(
    (popup: HTMLElement | null) => {
      popup?.focus({ preventScroll: true })
      // Base UI registers the items during this commit.
      queueMicrotask(() => {
        const items = popup?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []
        items[startAt === 'first' ? 0 : items.length - 1]?.focus({ preventScroll: true })
      })
    },
    [startAt],
  )
  return (
    <Menu.Root open modal={false} onOpenChange={onOpenChange}>
      {/* In the dialog that is open, as all outside of it is inert; fixed, so that its edges don't cut the menu off. */}
      <Menu.Portal container={opener.current?.closest('dialog') ?? undefined}>
        <Menu.Positioner
          positionMethod="fixed"
          anchor={opener}
          align="start"
          sideOffset={4}
          collisionPadding={4}
          className="z-30"
        >
          <Menu.Popup
            ref={focusOnMount}
            aria-label={label}
            finalFocus={false}
            onKeyDown={({ key }: KeyboardEvent) => key === 'Tab' && leave()}
            className="max-h-(--available-height) min-w-52 overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-raised p-1 text-sm text-text shadow-float outline-none"
          >
            {groups
              .filter(({ items }) => items.length > 0)
              .map(({ choiceOf, items }, place) => (
                <Menu.RadioGroup
                  key={choiceOf ?? items[0]?.label}
                  aria-label={choiceOf}
                  value={items.find(({ checked }) => checked)?.label}
                  className={place === 0 ? '' : 'mt-1 border-t border-line pt-1'}
                >
                  {choiceOf !== undefined && (
                    <p aria-hidden className="label px-2.5 pt-1 pb-0.5">
                      {choiceOf}
                    </p>
                  )}
                  {items.map((item) => (
                    <Item key={item.label} item={item} isChoice={choiceOf !== undefined} leave={leave} />
                  ))}
                </Menu.RadioGroup>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ItemProps {
  item: MenuItem
  isChoice: boolean
  leave: () => void
}

function Item({ item: { label, icon, disabled, checked, onSelect }, isChoice, leave }: ItemProps) {
  const props = {
    disabled,
    onClick: (event: Parameters<NonNullable<Menu.Item.Props['onClick']>>[0]) => {
      // Base UI would restore focus last, even if the item has moved it elsewhere.
      event.preventBaseUIHandler()
      leave()
      onSelect()
    },
    className:
      'flex w-full cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start whitespace-nowrap outline-none data-disabled:opacity-50 data-highlighted:bg-tint pointer-coarse:py-2.5',
    children: (
      <>
        <span aria-hidden className="flex w-4 justify-center text-text-muted">
          {checked === true ? <Check size={16} className="text-accent" /> : icon}
        </span>
        {label}
      </>
    ),
  }
  if (isChoice) return <Menu.RadioItem value={label} {...props} />
  if (checked !== undefined) return <Menu.CheckboxItem checked={checked} {...props} />
  return <Menu.Item {...props} />
}
