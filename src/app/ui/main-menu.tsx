import { Menu } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'

const menuId = 'main-menu'

/** Opens the main menu on a phone. */
export function MainMenuButton() {
  return (
    <button
      type="button"
      aria-label="Menu"
      popoverTarget={menuId}
      className="grid size-10 shrink-0 place-items-center rounded-md text-text-muted hover:bg-tint md:hidden"
    >
      <Menu aria-hidden size={16} />
    </button>
  )
}

/** On a phone a popover, which the browser closes on Escape and on a click outside; on wider screens just its children. */
export function MainMenu({ children }: { children: ReactNode }) {
  const closeOnLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a')) currentTarget.hidePopover()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link’s Enter is a click too
    <div
      id={menuId}
      popover="auto"
      onClick={closeOnLink}
      className="gap-2 border-line bg-surface-raised p-2 text-text shadow-float backdrop:bg-scrim open:grid max-md:inset-x-0 max-md:top-12 max-md:m-0 max-md:w-full max-md:border-y md:contents"
    >
      {children}
    </div>
  )
}
