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
  /** The id of the pane that is worked with. */
  selected: string
  onSelect: (id: string) => void
  /** What to call the model of a pane. */
  nameOf: (pane: Pane) => string
  /** True while all go where one is scrolled. */
  together: boolean
  children: ReactNode
}

/** Panes side by side as long as each is wide enough to read; beyond that they are scrolled, and swiped on a phone. */
export function PaneRow({ panes, selected, onSelect, nameOf, together, children }: PaneRowProps) {
  return (
    <>
      <div
        ref={together ? scrollTogether : undefined}
        onFocus={({ target }) => {
          const within = panes.find(({ id }) => document.querySelector(`#${paneElementId(id)}`)?.contains(target))
          if (within && within.id !== selected) onSelect(within.id)
        }}
        onScroll={({ target, currentTarget }) => {
          // Where one pane fills the view, the one in view is the one that is meant.
          if (target !== currentTarget) return
          const { scrollLeft, clientWidth, firstElementChild } = currentTarget
          if (firstElementChild === null || firstElementChild.clientWidth < clientWidth - 1) return
          const inView = panes[Math.round(scrollLeft / clientWidth)]
          if (inView) onSelect(inView.id)
        }}
        className="relative flex min-h-56 flex-1 snap-x overflow-x-auto overflow-y-hidden overscroll-x-contain scroll-smooth max-md:snap-mandatory"
      >
        {children}
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

/** The id of the element of a pane. */
export function paneElementId(id: string): string {
  return `pane-${id}`
}

/** Scrolls a pane into view. */
export function scrollToPane(id: string): void {
  document.querySelector(`#${paneElementId(id)}`)?.scrollIntoView({ inline: 'start', block: 'nearest' })
}
