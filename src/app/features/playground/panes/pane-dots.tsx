import type { Pane } from '#app/chat/store/workspace.ts'

interface PaneDotsProps {
  panes: readonly Pane[]
  /** The id of the one in view. */
  current: string
  /** What to call the model of a pane. */
  nameOf: (pane: Pane) => string
  onGo: (pane: Pane) => void
}

/** Where one is among panes that do not all fit: a mark for each, which leads to it. */
export function PaneDots({ panes, current, nameOf, onGo }: PaneDotsProps) {
  const others = panes.filter(({ id }) => id !== current)
  const at = panes.findIndex(({ id }) => id === current) + 1
  return (
    <nav
      aria-label="Panes"
      className={`flex h-8 shrink-0 items-center justify-center gap-2 border-t border-line px-4 ${panes.length > 3 ? '' : 'md:hidden'}`}
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
        {/* Where all are in sight, each says its own. */}
        <span className="md:hidden">, beside {others.map(nameOf).join(', ')}</span>
      </span>
    </nav>
  )
}
