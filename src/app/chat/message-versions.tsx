import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { Button } from '#app/ui/button.tsx'
import type { Message } from '#app/data/message.ts'
import type { ConversationStore } from './conversation-store.ts'
import { changeThenFocus, focusMessage } from './focus-message.ts'
import { versionIds } from './version-ids.ts'

/** The way between the versions of a message: `2 of 3`. Nothing where there is one. */
export function MessageVersions({ message, store }: { message: Message; store: ConversationStore }) {
  const versions = useStore(
    store,
    useShallow(({ messages }) => versionIds(messages, message.parent)),
  )
  const place = versions.indexOf(message.id)
  if (versions.length < 2) return null
  const show = (by: -1 | 1) => {
    const version = versions[place + by]
    if (version === undefined) return
    const isLast = place + by === 0 || place + by === versions.length - 1
    const same = by === -1 ? 'previous' : 'next'
    const other = by === -1 ? 'next' : 'previous'
    changeThenFocus(
      () => store.getState().showVersion(version),
      () => focusMessage(version, isLast ? other : same),
    )
  }
  return (
    <span className="flex items-center text-xs text-text-muted tabular-nums">
      <Button
        variant="quiet"
        size="small"
        aria-label="Previous version"
        title="Previous version"
        data-do="previous"
        disabled={place <= 0}
        onClick={() => show(-1)}
        className="px-1! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <ChevronLeft aria-hidden size={16} />
      </Button>
      {place + 1} of {versions.length}
      <Button
        variant="quiet"
        size="small"
        aria-label="Next version"
        title="Next version"
        data-do="next"
        disabled={place === versions.length - 1}
        onClick={() => show(1)}
        className="px-1! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <ChevronRight aria-hidden size={16} />
      </Button>
    </span>
  )
}
