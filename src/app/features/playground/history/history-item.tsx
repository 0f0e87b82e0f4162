import { Link } from '@tanstack/react-router'
import { Download, Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type StoredConversation, titleOf } from '#app/data/history/rows.ts'
import { matchPieces } from '#app/data/history/search-conversations.ts'
import { fieldClass } from '#app/ui/field.tsx'
import { Menu, type MenuGroup } from '#app/ui/menu.tsx'
import { renameConversation, setPinned } from './history-actions.ts'
import { exportConversation } from './history-files.ts'

interface HistoryItemProps {
  row: StoredConversation
  /** Text around the match in a message; null if the title matches or there is no search. */
  excerpt: string | null
  /** The search terms from `wordsOf`. */
  words: readonly string[]
  /** The id of its link. */
  id: string
  /** Whether the Tab key stops at this item. */
  isTabStop: boolean
  onOpened: (() => void) | undefined
  renaming: boolean
  onRename: () => void
  onRenamed: () => void
  onDelete: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A saved conversation: a link and a menu. */
export function HistoryItem(props: HistoryItemProps) {
  const { row, excerpt, words, id, isTabStop, onOpened, renaming, onRename, onRenamed, onDelete, onFocus, onKeyDown } =
    props
  const title = titleOf(row)
  const groups = (): MenuGroup[] => [
    {
      items: [
        { label: 'Rename', icon: <Pencil size={16} />, onSelect: onRename },
        {
          label: row.pinned ? 'Unpin' : 'Pin',
          icon: row.pinned ? <PinOff size={16} /> : <Pin size={16} />,
          onSelect: () => void setPinned(row.id, !row.pinned),
        },
      ],
    },
    {
      items: [
        {
          label: 'Export as JSON',
          icon: <Download size={16} />,
          onSelect: () => void exportConversation(row.id, 'json'),
        },
        {
          label: 'Export as Markdown',
          icon: <Download size={16} />,
          onSelect: () => void exportConversation(row.id, 'markdown'),
        },
      ],
    },
    { items: [{ label: 'Delete', icon: <Trash2 size={16} />, onSelect: onDelete }] },
  ]
  if (renaming) return <RenameField row={row} onDone={onRenamed} />
  return (
    <div className="group relative flex items-center rounded-md hover:bg-tint has-[a[aria-current=page]]:bg-tint">
      <Link
        id={id}
        to="/c/$id"
        params={{ id: row.id }}
        tabIndex={isTabStop ? 0 : -1}
        title={title}
        onFocus={onFocus}
        onClick={onOpened}
        onKeyDown={onKeyDown}
        className="flex min-h-8 min-w-0 flex-1 flex-col justify-center rounded-md px-2 py-1 outline-offset-[-2px] group-focus-within:pr-10 group-hover:pr-10 max-md:pr-12 pointer-coarse:min-h-11 pointer-coarse:pr-12"
      >
        <span className="flex items-center gap-1.5">
          {row.pinned && <Pin aria-label="Pinned" size={12} className="shrink-0 text-text-muted" />}
          <span className="truncate">
            <Highlighted text={title} words={words} />
          </span>
        </span>
        {excerpt !== null && (
          <span className="line-clamp-2 text-xs wrap-anywhere text-text-muted">
            <Highlighted text={excerpt} words={words} />
          </span>
        )}
      </Link>
      <Menu
        label={`Actions for ${title}`}
        tabIndex={isTabStop ? 0 : -1}
        className="absolute right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
        groups={groups}
      >
        <Ellipsis aria-hidden size={16} />
      </Menu>
    </div>
  )
}

/** Text with the search terms highlighted. */
function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return matchPieces(text, words).map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className="rounded-sm bg-accent/25 font-medium text-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

/** A text field for the title. Enter and blur save; Escape cancels. */
function RenameField({ row, onDone }: { row: StoredConversation; onDone: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.querySelector('input')?.blur()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename just now
        autoFocus
        aria-label="Title"
        defaultValue={titleOf(row)}
        maxLength={200}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.currentTarget.value = titleOf(row)
          event.currentTarget.blur()
        }}
        onBlur={(event) => {
          const typed = event.currentTarget.value
          if (typed !== titleOf(row)) void renameConversation(row.id, typed)
          onDone()
        }}
        className={`${fieldClass} h-8`}
      />
    </form>
  )
}
