import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import type { Message } from '#app/data/message.ts'
import { changeThenFocus, focusMessage } from './focus-message.ts'
import { Tool } from './message-toolbar.tsx'

type IdsByParent = ReadonlyMap<string | null, readonly string[]>

/** Cached, since every message on the page asks and a conversation can have thousands. */
const cache = new WeakMap<readonly Message[], IdsByParent>()

const noVersions: readonly string[] = []

/** The ids of all versions that follow a message, oldest first. Null is the start of the conversation. */
export function versionIds(messages: readonly Message[], parent: string | null): readonly string[] {
  const found = cache.get(messages) ?? groupByParent(messages)
  cache.set(messages, found)
  return found.get(parent) ?? noVersions
}

function groupByParent(messages: readonly Message[]): IdsByParent {
  const ids = new Map<string | null, string[]>()
  for (const { id, parent } of messages) {
    const siblings = ids.get(parent)
    if (siblings) siblings.push(id)
    else ids.set(parent, [id])
  }
  return ids
}

interface MessageVersionsProps {
  id: string
  parent: string | null
  store: ConversationStore
}

/** Switches between the versions of a message: `2 of 3`. Nothing if there is only one. */
export function MessageVersions({ id, parent, store }: MessageVersionsProps) {
  const versions = useStore(
    store,
    useShallow(({ messages }) => versionIds(messages, parent)),
  )
  const index = versions.indexOf(id)
  if (versions.length < 2) return null
  const show = (by: -1 | 1) => {
    const version = versions[index + by]
    if (version === undefined) return
    const isLast = index + by === 0 || index + by === versions.length - 1
    const same = by === -1 ? 'previous' : 'next'
    const other = by === -1 ? 'next' : 'previous'
    changeThenFocus(
      () => store.getState().showVersion(version),
      () => focusMessage(version, isLast ? other : same),
    )
  }
  return (
    <span data-part="versions" className="flex shrink-0 items-center tabular-nums">
      <Tool name="Previous version" data-do="previous" disabled={index <= 0} onClick={() => show(-1)}>
        <ChevronLeft aria-hidden size={14} />
      </Tool>
      {index + 1} of {versions.length}
      <Tool name="Next version" data-do="next" disabled={index === versions.length - 1} onClick={() => show(1)}>
        <ChevronRight aria-hidden size={14} />
      </Tool>
    </span>
  )
}
