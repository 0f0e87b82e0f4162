import { Ellipsis, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Message } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import type { ConversationStore } from './conversation-store.ts'
import { askInPlace, changeThenFocus, focusMessage, focusPlace, logOf, placeOf } from './focus-message.ts'
import { messageMenu } from './message-menu.tsx'
import { MessageVersions } from './message-versions.tsx'
import { startEdit } from './open-edits.ts'

interface MessageToolbarProps {
  message: Message
  store: ConversationStore
  /** The model that is asked; null is the one that gave a reply, and for a written message none. */
  modelId: string | null
  /** Whether the model can be asked for what follows: nothing does yet. */
  canRun?: boolean
  /** More that can be done with this one: a button after `Regenerate`, and items of the menu. */
  inspect?: ReactNode
  menuItems?: readonly MenuItem[]
}

/** What can be done with a message: there at once for touch and keyboard, on approach for a pointer. */
export function MessageToolbar(props: MessageToolbarProps) {
  const { message, store, modelId, canRun = false, inspect, menuItems = [] } = props
  const { id } = message
  const busy = useStore(store, ({ running }) => running !== null)
  const model = message.kind === 'reply' ? (modelId ?? message.modelId) : modelId
  const regenerate = () => {
    if (model !== null) askInPlace(store, id, () => store.getState().regenerate(id, model))
  }
  const run = () => {
    if (model === null) return
    const log = logOf(id)
    changeThenFocus(
      () => store.getState().run(model),
      () => {
        focusMessage(store.getState().tip ?? undefined)
        // The reply may not be drawn yet, as its script is loaded with the first one.
        if (document.activeElement === document.body) log?.focus()
      },
    )
  }
  const remove = () => {
    const place = placeOf(store, id)
    const log = logOf(id)
    changeThenFocus(
      () => store.getState().remove(id),
      () => focusPlace(store, place, log),
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
        <Button size="small" title="Ask the model for what follows" onClick={run} className="ml-auto">
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
