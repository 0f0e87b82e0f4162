import { ChevronLeft, ChevronRight, Ellipsis, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { startEdit } from '#app/chat/store/open-edits.ts'
import type { Message } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import {
  requestInPlace,
  changeThenFocus,
  focusMessage,
  focusMessageAt,
  findLog,
  indexOfMessage,
} from './focus-message.ts'
import { messageMenu } from './message-menu.tsx'

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

/** Switches between the versions of a message: `2 of 3`. Nothing if there is only one. */
function MessageVersions({ message, store }: { message: Message; store: ConversationStore }) {
  const versions = useStore(
    store,
    useShallow(({ messages }) => versionIds(messages, message.parent)),
  )
  const index = versions.indexOf(message.id)
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
    <span className="flex items-center text-xs text-text-muted tabular-nums">
      <Button
        variant="quiet"
        size="small"
        aria-label="Previous version"
        title="Previous version"
        data-do="previous"
        disabled={index <= 0}
        onClick={() => show(-1)}
        className="px-1! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <ChevronLeft aria-hidden size={16} />
      </Button>
      {index + 1} of {versions.length}
      <Button
        variant="quiet"
        size="small"
        aria-label="Next version"
        title="Next version"
        data-do="next"
        disabled={index === versions.length - 1}
        onClick={() => show(1)}
        className="px-1! pointer-coarse:h-9 pointer-coarse:min-w-9"
      >
        <ChevronRight aria-hidden size={16} />
      </Button>
    </span>
  )
}

interface MessageToolbarProps {
  message: Message
  store: ConversationStore
  /** The model for a new reply. Null is the one that gave this reply; for a written message, none. */
  modelId: string | null
  /** Whether Run is offered: nothing follows this message yet. */
  canRun?: boolean
  /** Actions for replies: a button after `Regenerate`, and menu items. */
  inspect?: ReactNode
  menuItems?: readonly MenuItem[]
}

/** The actions of a message. Always visible for touch and keyboard, on hover for a pointer. */
export function MessageToolbar(props: MessageToolbarProps) {
  const { message, store, modelId, canRun = false, inspect, menuItems = [] } = props
  const { id } = message
  const busy = useStore(store, ({ running }) => running !== null)
  const model = message.kind === 'reply' ? (modelId ?? message.modelId) : modelId
  const regenerate = () => {
    if (model !== null) requestInPlace(store, id, () => store.getState().regenerate(id, model))
  }
  const run = () => {
    if (model === null) return
    const log = findLog(id)
    changeThenFocus(
      () => store.getState().run(model),
      () => {
        focusMessage(store.getState().tip ?? undefined)
        // The reply may not be rendered yet, because its script loads with the first one.
        if (document.activeElement === document.body) log?.focus()
      },
    )
  }
  const remove = () => {
    const index = indexOfMessage(store, id)
    const log = findLog(id)
    changeThenFocus(
      () => store.getState().remove(id),
      () => focusMessageAt(store, index, log),
    )
  }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1">
      <MessageVersions message={message} store={store} />
      {message.kind === 'reply' && message.edited === true && (
        <span className="px-1 text-xs text-text-muted">Edited</span>
      )}
      <div
        role="group"
        aria-label="Actions"
        className="flex items-center opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100"
      >
        <CopyButton name="Copy" label="" text={() => message.text} />
        <Tool name="Edit" data-do="edit" onClick={() => startEdit(id)}>
          <Pencil aria-hidden size={14} />
        </Tool>
        {message.kind === 'reply' && (
          <Tool name="Regenerate" disabled={busy} onClick={regenerate}>
            <RefreshCw aria-hidden size={14} />
          </Tool>
        )}
        {inspect}
        <Tool name="Delete" onClick={remove}>
          <Trash2 aria-hidden size={14} />
        </Tool>
        <Menu label="More" groups={() => messageMenu({ message, store, model, extra: menuItems })}>
          <Ellipsis aria-hidden size={14} />
        </Menu>
      </div>
      {message.kind === 'written' && canRun && !busy && model !== null && (
        <Button size="small" title="Get a reply to this conversation" onClick={run} className="ml-auto">
          <Play aria-hidden size={12} />
          Run
        </Button>
      )}
    </div>
  )
}

function Tool({ name, children, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={name}
      title={name}
      className="pointer-coarse:h-9 pointer-coarse:min-w-9"
      {...rest}
    >
      {children}
    </Button>
  )
}
