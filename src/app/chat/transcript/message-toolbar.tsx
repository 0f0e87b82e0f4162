import { Ellipsis, Pencil, RefreshCw, ScanSearch, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { startEdit } from '#app/chat/store/open-edits.ts'
import type { Message } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import { changeThenFocus, findLog, focusMessageAt, indexOfMessage, requestInPlace } from './focus-message.ts'
import { messageMenu } from './message-menu.tsx'

interface MessageToolbarProps {
  message: Message
  store: ConversationStore
  /** The model for a new reply. Null is the one that gave this reply; for a written message, none. */
  modelId: string | null
  /** Whether it is visible without hover or focus, as on the last reply. */
  isAlwaysShown?: boolean
  /** Opens the exchange behind a reply; undefined if that isn't offered here. */
  onInspect?: (() => void) | undefined
  /** Further menu items. */
  menuItems?: readonly MenuItem[]
}

/**
 * The actions of a message, at the right of its label. On touch screens all but `Copy` are in the menu. In a narrow pane it
 * covers the label while it is visible, as there is no room for both.
 */
export function MessageToolbar(props: MessageToolbarProps) {
  const { message, store, modelId, isAlwaysShown = false, onInspect, menuItems = [] } = props
  const { id } = message
  const busy = useStore(store, ({ running }) => running !== null)
  const model = message.kind === 'reply' ? (modelId ?? message.modelId) : modelId
  const edit = () => startEdit(id)
  const regenerate = () => {
    if (model !== null) requestInPlace(store, id, () => store.getState().regenerate(id, model))
  }
  const remove = () => {
    const index = indexOfMessage(store, id)
    const log = findLog(id)
    changeThenFocus(
      () => store.getState().remove(id),
      () => focusMessageAt(store, index, log),
    )
  }
  /** The buttons that the menu takes in where they are hidden. */
  const foldedItems = (): MenuItem[] =>
    matchMedia('(pointer: coarse)').matches
      ? [
          { label: 'Edit', icon: <Pencil size={16} />, onSelect: edit },
          ...(message.kind === 'reply'
            ? [{ label: 'Regenerate', icon: <RefreshCw size={16} />, disabled: busy, onSelect: regenerate }]
            : []),
          ...(onInspect ? [{ label: 'Inspect', icon: <ScanSearch size={16} />, onSelect: onInspect }] : []),
          { label: 'Delete', icon: <Trash2 size={16} />, onSelect: remove },
        ]
      : []
  return (
    <div
      role="group"
      aria-label="Actions"
      className={`-mr-1 ml-auto flex shrink-0 items-center rounded-md opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100 pointer-fine:@max-sm:absolute pointer-fine:@max-sm:right-0 pointer-fine:@max-sm:bg-surface pointer-coarse:-mr-3 pointer-coarse:opacity-100 [&_button]:h-6! [&_button]:min-w-6 [&_button]:gap-0! [&_button]:px-1! pointer-coarse:[&_button]:h-10! pointer-coarse:[&_button]:min-w-10 ${isAlwaysShown ? '@sm:opacity-100' : ''}`}
    >
      <CopyButton name="Copy" label="" text={() => message.text} />
      <span className="contents pointer-coarse:hidden">
        <Tool name="Edit" data-do="edit" onClick={edit}>
          <Pencil aria-hidden size={14} />
        </Tool>
        {message.kind === 'reply' && (
          <Tool name="Regenerate" disabled={busy} onClick={regenerate}>
            <RefreshCw aria-hidden size={14} />
          </Tool>
        )}
        {onInspect && (
          <Tool name="Inspect" onClick={onInspect}>
            <ScanSearch aria-hidden size={14} />
          </Tool>
        )}
        <Tool name="Delete" onClick={remove}>
          <Trash2 aria-hidden size={14} />
        </Tool>
      </span>
      <Menu label="More" groups={() => messageMenu({ message, store, model, folded: foldedItems(), extra: menuItems })}>
        <Ellipsis aria-hidden size={14} />
      </Menu>
    </div>
  )
}

/** A button of a message: an icon, which fits into the label row. */
export function Tool({ name, children, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={name}
      title={name}
      className="h-6! min-w-6 px-1! pointer-coarse:h-10! pointer-coarse:min-w-10"
      {...rest}
    >
      {children}
    </Button>
  )
}
