import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'

export interface SavedNews {
  words: string
  /** True where there is something to try now. */
  usable: boolean
}

/** What saving came to. It takes the focus, since what was pressed may be gone. */
export function SavedNote({ news: { words, usable } }: { news: SavedNews }) {
  return (
    <p
      key={words}
      role="status"
      tabIndex={-1}
      ref={(note) => note?.focus({ preventScroll: true })}
      className="flex flex-wrap items-center gap-2 rounded-md bg-tint px-3 py-2 outline-none"
    >
      <Check aria-hidden size={16} className="text-success" />
      {words}
      {usable && (
        <Link to="/" className="text-accent underline underline-offset-3">
          Try its models
        </Link>
      )}
    </p>
  )
}
