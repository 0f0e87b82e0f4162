import type { Pane } from '#app/chat/store/workspace.ts'

interface PaneDotsProps {
  panes: readonly Pane[]
  /** The id of the visible pane. */
  current: string
  /** Whether it is the only one shown, at any width. */
  isFocused: boolean
  /** The name of a pane's model. */
  nameOf: (pane: Pane) => string
  onGo: (pane: Pane) => void
}

/** Navigation dots for panes that don't all fit on the screen. */
export function PaneDots({ panes, current, isFocused, nameOf, onGo }: PaneDotsProps) {
  const others = panes.filter(({ id }) => id !== current)
  const allFit = isFocused ? '' : panes.length > 3 ? 'lg:hidden' : 'md:hidden'
  const at = panes.findIndex(({ id }) => id === current) + 1
  return (
    <nav
      aria-label="Panes"
      className={`flex h-8 shrink-0 items-center justify-center gap-2 border-t border-line px-4 ${allFit}`}
    >
      <span className="flex shrink-0">
        {panes.map((pane, index) => (
          <button
            key={pane.id}
            type="button"
            aria-label={`Pane ${index + 1}: ${nameOf(pane)}`}
            aria-current={pane.id === current}
            onClick={() => onGo(pane)}
            className="group/dot flex size-6 items-center justify-center rounded-full"
          >
            <span className="size-2 rounded-full border border-transparent bg-control transition-colors group-hover/dot:bg-text group-aria-[current=true]/dot:bg-accent" />
          </button>
        ))}
      </span>
      <span className="truncate text-xs text-text-muted tabular-nums">
        {at} of {panes.length}
        {/* Where all panes are visible, each shows its own name. */}
        <span className="md:hidden">, next to {others.map(nameOf).join(', ')}</span>
      </span>
    </nav>
  )
}
