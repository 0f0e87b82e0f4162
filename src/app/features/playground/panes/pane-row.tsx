import { type ReactNode, useCallback } from 'react'
import { scrollTogether } from '#app/chat/transcript/scroll-together.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

const PaneDots = lazyPart(() => import('./pane-dots.tsx').then((module) => module.PaneDots), {
  missing: null,
  preload: true,
})

interface PaneRowProps {
  panes: readonly Pane[]
  /** The id of the selected pane. */
  selected: string
  onSelect: (id: string) => void
  /** The id of the only pane shown; null if all are. */
  focusedId: string | null
  /** Shows this pane only, or all if null. Must be stable. */
  onFocusPane: (id: string | null) => void
  /** The name of a pane's model. */
  nameOf: (pane: Pane) => string
  /** Whether scrolling is synchronized. */
  scrollsTogether: boolean
  children: ReactNode
}

const gridClass = 'lg:grid lg:auto-rows-[minmax(13rem,1fr)] lg:grid-cols-2 lg:gap-px lg:overflow-y-auto'
/** As many columns as there is room for panes as wide as in a row. */
const threeColumnsClass = 'lg:@min-[57rem]/panes:grid-cols-3'

/**
 * Panes side by side. They scroll horizontally if they don't fit; on a phone one pane fills the screen. On a wide screen
 * four or more form a grid.
 */
export function PaneRow(props: PaneRowProps) {
  const { panes, selected, onSelect, focusedId, onFocusPane, nameOf, scrollsTogether, children } = props
  const leaveOnEscape = useCallback(() => onEscape(() => onFocusPane(null)), [onFocusPane])
  const isGrid = focusedId === null && panes.length > 3
  const layout = isGrid ? (panes.length === 4 ? gridClass : `${gridClass} ${threeColumnsClass}`) : ''
  return (
    <>
      {/* The columns depend on its width, since the sidebar and the parameters can be hidden. */}
      <div
        ref={focusedId === null ? undefined : leaveOnEscape}
        className="@container/panes flex min-h-56 flex-1 flex-col"
      >
        <div
          ref={scrollsTogether ? scrollTogether : undefined}
          onFocus={({ target }) => {
            const focusedPane = panes.find(({ id }) =>
              document.querySelector(`#${paneElementId(id)}`)?.contains(target),
            )
            if (focusedPane && focusedPane.id !== selected) onSelect(focusedPane.id)
          }}
          onScroll={({ target, currentTarget }) => {
            // If one pane fills the screen, the visible pane is the selected one.
            if (target !== currentTarget || focusedId !== null) return
            const { scrollLeft, clientWidth, firstElementChild } = currentTarget
            if (firstElementChild === null || firstElementChild.clientWidth < clientWidth - 1) return
            const inView = panes[Math.round(scrollLeft / clientWidth)]
            if (inView) onSelect(inView.id)
          }}
          className={`relative flex min-h-0 flex-1 snap-x overflow-x-auto overflow-y-hidden overscroll-x-contain scroll-smooth max-md:snap-mandatory ${layout}`}
        >
          {children}
        </div>
      </div>
      {panes.length > 1 && (
        <PaneDots
          panes={panes}
          current={focusedId ?? selected}
          isFocused={focusedId !== null}
          nameOf={nameOf}
          onGo={({ id }) => {
            onSelect(id)
            if (focusedId !== null) onFocusPane(id)
            scrollToPane(id)
          }}
        />
      )}
    </>
  )
}

/** Calls back on Escape, unless it closes or cancels something. Returns a cleanup function. */
function onEscape(act: () => void): () => void {
  const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open], [role="menu"]')) act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** The element id of a pane. */
export function paneElementId(id: string): string {
  return `pane-${id}`
}

/** Scrolls a pane into view. */
export function scrollToPane(id: string): void {
  document.querySelector(`#${paneElementId(id)}`)?.scrollIntoView({ inline: 'start', block: 'nearest' })
}
