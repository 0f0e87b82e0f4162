import { type ReactNode } from 'react'
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
export function PaneRow({ panes, selected, onSelect, nameOf, scrollsTogether, children }: PaneRowProps) {
  const layout = panes.length < 4 ? '' : panes.length === 4 ? gridClass : `${gridClass} ${threeColumnsClass}`
  return (
    <>
      {/* The columns depend on its width, since the sidebar and the parameters can be hidden. */}
      <div className="@container/panes flex min-h-56 flex-1 flex-col">
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
            if (target !== currentTarget) return
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
          current={selected}
          nameOf={nameOf}
          onGo={({ id }) => {
            onSelect(id)
            scrollToPane(id)
          }}
        />
      )}
    </>
  )
}

/** The element id of a pane. */
export function paneElementId(id: string): string {
  return `pane-${id}`
}

/** Scrolls a pane into view. */
export function scrollToPane(id: string): void {
  document.querySelector(`#${paneElementId(id)}`)?.scrollIntoView({ inline: 'start', block: 'nearest' })
}
