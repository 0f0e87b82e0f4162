import { useNavigate } from '@tanstack/react-router'
import { liveQuery } from 'dexie'
import { Download, Ellipsis, Search, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { listConversations } from '#app/data/history/conversation-rows.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import { historyDb } from '#app/data/history/open-history.ts'
import type { StoredConversation } from '#app/data/history/rows.ts'
import { type Finding, searchConversations, wordsOf } from '#app/data/history/search-conversations.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu, type MenuGroup } from '#app/ui/menu.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { historyStatus, undoRemove } from './history-actions.ts'
import { exportAll, importFile } from './history-files.ts'
import { HistoryList } from './history-list.tsx'

/** The saved conversations, latest first, including changes from other tabs. Null until loaded. */
export const savedConversations = createStore<{ rows: readonly StoredConversation[] | null }>(() => ({ rows: null }))

const fail = (error: unknown) => {
  savedConversations.setState({ rows: [] })
  historyProblem.setState({ problem: problemOf(error) })
}

// A live query reports nothing if the database can't be opened.
void historyDb.open().catch(fail)

liveQuery(() => listConversations(historyDb)).subscribe({
  next: (rows) => savedConversations.setState({ rows }),
  error: fail,
})

/** Milliseconds without typing before the search starts. */
const searchDelay = 150

/** Search results so far; null if the query is blank. */
export function useSearch(rows: readonly StoredConversation[], query: string): readonly Finding[] | null {
  const [found, setFound] = useState<readonly Finding[]>([])
  const isBlank = wordsOf(query).length === 0
  useEffect(() => {
    if (isBlank) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void searchConversations(historyDb, rows, query, controller.signal, setFound).catch(() => setFound([]))
    }, searchDelay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [rows, query, isBlank])
  return isBlank ? null : found
}

interface HistoryPanelProps {
  idPrefix: string
  /** Called when a conversation is opened. */
  onOpened?: () => void
}

/** The list of saved conversations with search, import and export. */
export function HistoryPanel({ idPrefix, onOpened }: HistoryPanelProps) {
  const rows = useStore(savedConversations, (state) => state.rows)
  const problem = useStore(historyProblem, (state) => state.problem)
  const [query, setQuery] = useState('')
  const findings = useSearch(rows ?? [], query)
  const [rejection, setRejection] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  async function open(file: File | undefined) {
    if (!file) return
    const outcome = await importFile(file)
    setRejection('refusal' in outcome ? `“${file.name}” was not imported. ${outcome.refusal}` : null)
    if ('added' in outcome) historyStatus.setState({ deleted: null, said: importedMessage(outcome.added) })
  }

  if (rows === null) return null
  const groups = (): MenuGroup[] => [
    {
      items: [
        { label: 'Import', icon: <Upload size={16} />, onSelect: () => chooser.current?.click() },
        ...(rows.length > 0 || problem === 'full'
          ? [
              {
                label: 'Export all as JSON',
                icon: <Download size={16} />,
                onSelect: () => void exportAll('json'),
              },
              {
                label: 'Export all as Markdown',
                icon: <Download size={16} />,
                onSelect: () => void exportAll('markdown'),
              },
            ]
          : []),
      ],
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex items-center gap-1">
        {rows.length > 0 && (
          <div className="rim flex h-8 min-w-0 flex-1 items-center gap-1.5 px-2 has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <Search aria-hidden size={14} className="shrink-0 text-text-muted" />
            <input
              type="search"
              aria-label="Search conversations"
              placeholder="Search"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="min-w-0 flex-1 bg-transparent text-sm outline-none"
            />
          </div>
        )}
        <Menu label="All conversations" className="ml-auto" groups={groups}>
          <Ellipsis aria-hidden size={16} />
        </Menu>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label="Import conversations"
          hidden
          onChange={(event) => {
            void open(event.target.files?.[0])
            // So that the same file can be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {rejection !== null && (
        <Notice
          tone="danger"
          actions={
            <Button size="small" onClick={() => setRejection(null)}>
              Dismiss
            </Button>
          }
        >
          {rejection}
        </Notice>
      )}
      {rows.length === 0 ? (
        <p className="px-2 text-xs text-text-muted">
          {problem === 'off'
            ? 'Conversations aren’t saved. This browser blocks storage, for example in a private window.'
            : 'Conversations appear here. They are stored only in this browser.'}
        </p>
      ) : (
        <HistoryList
          rows={rows}
          findings={findings}
          words={findings === null ? [] : wordsOf(query)}
          idPrefix={idPrefix}
          onOpened={onOpened}
        />
      )}
      <HistoryStatus />
    </div>
  )
}

/** The last action, with an Undo button. */
function HistoryStatus() {
  const { deleted, said } = useStore(historyStatus)
  const navigate = useNavigate()
  const undo = async () => {
    const id = await undoRemove()
    if (id !== null) await navigate({ to: '/c/$id', params: { id } })
  }
  return (
    <div className={said === '' ? '' : 'flex items-center gap-1 border-t border-line pt-2 text-xs'}>
      <p role="status" className="line-clamp-2 min-w-0 flex-1 px-2 wrap-anywhere text-text-muted">
        {said}
      </p>
      {deleted && (
        <Button size="small" onClick={() => void undo()}>
          Undo
        </Button>
      )}
    </div>
  )
}

function importedMessage(count: number): string {
  return count === 1 ? 'Imported 1 conversation.' : `Imported ${count} conversations.`
}
