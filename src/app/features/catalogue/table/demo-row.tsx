import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { formatCount } from '#app/ui/format.ts'

interface DemoRowProps {
  place: number
  /** In pixels. */
  height: number
  count: number
  isOpen: boolean
  onToggle: () => void
}

/** The row that opens the group of demo models at the end of the table. */
export const DemoRow = memo(function DemoRow({ place, height, count, isOpen, onToggle }: DemoRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-place={place}
      className="border-b border-line bg-surface-sunken"
      style={{ height }}
    >
      <div role="cell" className="h-full">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="sticky left-0 flex h-full items-center gap-2 rounded-sm px-3 -outline-offset-2"
        >
          <ChevronRight aria-hidden size={16} className={`shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          <span className="font-semibold">Demo models</span>
          <span className="text-text-muted tabular-nums">{formatCount(count)}</span>
          <span className="text-text-muted">Built in, no key needed</span>
        </button>
      </div>
    </div>
  )
})
