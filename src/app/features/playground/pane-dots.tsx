import type { Pane } from '#app/chat/workspace.ts'

interface PaneDotsProps {
  panes: readonly Pane[]
  /** The id of the one in view. */
  current: string
  onGo: (pane: Pane) => void
}

/** Where one is among panes that do not all fit: a mark for each, which leads to it. */
export function PaneDots({ panes, current, onGo }: PaneDotsProps) {
  const at = panes.findIndex(({ id }) => id === current) + 1
  return (
    <nav
      aria-label="Panes"
      className={`flex h-8 shrink-0 items-center justify-center gap-2 border-t border-line ${panes.length > 3 ? '' : 'md:hidden'}`}
    >
      <span className="flex">
        {panes.map((pane, index) => (
          <button
            key={pane.id}
            type="button"
            aria-label={`Pane ${index + 1}`}
            aria-current={pane.id === current}
            onClick={() => onGo(pane)}
            className="group/dot flex size-6 items-center justify-center rounded-full"
          >
            <span className="size-2 rounded-full border border-transparent bg-control transition-colors group-hover/dot:bg-text group-aria-[current=true]/dot:bg-accent" />
          </button>
        ))}
      </span>
      <span className="text-xs text-text-muted tabular-nums">
        {at} of {panes.length}
      </span>
    </nav>
  )
}
