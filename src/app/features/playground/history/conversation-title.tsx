import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { titleOf } from '#app/data/history/rows.ts'
import { isComposing } from '#app/ui/focus.ts'

interface ConversationTitleProps {
  /** The beginning of the first message, which serves as the title until the conversation is renamed. */
  opening: string
  /** Without messages there is nothing to save a title with. */
  hasMessages: boolean
}

/** The title of the open conversation as the heading of the page, with a button that renames it. */
export function ConversationTitle({ opening, hasMessages }: ConversationTitleProps) {
  const ownTitle = useStore(workspace, (state) => state.title)
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const title = hasMessages ? titleOf({ title: ownTitle, opening }) : 'New conversation'
  return (
    <div className="group relative mr-auto flex h-8 min-w-0 items-center gap-2 rounded-md px-2 max-md:flex-1">
      <h1 title={title} className={renaming ? 'sr-only' : 'truncate font-semibold'}>
        {title}
      </h1>
      {renaming ? (
        <TitleField
          title={title}
          onDone={(byKey) => {
            setRenaming(false)
            // The button is rendered again by then.
            if (byKey) requestAnimationFrame(() => renameButton.current?.focus())
          }}
        />
      ) : (
        hasMessages && (
          <button
            ref={renameButton}
            type="button"
            aria-label="Rename conversation"
            title={`Rename “${title}”`}
            onClick={() => setRenaming(true)}
            // Covers the title, so that clicking the text renames it too.
            className="flex shrink-0 text-text-muted after:absolute after:inset-0 after:rounded-md group-hover:text-text focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            <Pencil aria-hidden size={14} className="max-md:hidden" />
          </button>
        )
      )}
    </div>
  )
}

/** A text field for the title. Enter and blur save; Escape cancels; blank text restores the automatic title. */
function TitleField({ title, onDone }: { title: string; onDone: (byKey: boolean) => void }) {
  const byKey = useRef(false)
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename just now
      autoFocus
      aria-label="Conversation title"
      defaultValue={title}
      maxLength={200}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.stopPropagation()
        event.preventDefault()
        if (event.key === 'Escape') event.currentTarget.value = title
        byKey.current = true
        event.currentTarget.blur()
      }}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim()
        if (typed !== title) workspace.getState().setTitle(typed === '' ? null : typed)
        onDone(byKey.current)
      }}
      className="rim h-8 w-80 max-w-full min-w-0 bg-surface-raised px-2 -mx-2 font-semibold max-md:text-md"
    />
  )
}
