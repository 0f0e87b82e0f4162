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

/** The conversations of this browser, latest first, as any tab changes them; null until they are read. */
export const savedConversations = createStore<{ rows: readonly StoredConversation[] | null }>(() => ({ rows: null }))

const fail = (error: unknown) => {
  savedConversations.setState({ rows: [] })
  historyProblem.setState({ problem: problemOf(error) })
}

// A live query says nothing where the database could not be opened at all.
void historyDb.open().catch(fail)

liveQuery(() => listConversations(historyDb)).subscribe({
  next: (rows) => savedConversations.setState({ rows }),
  error: fail,
})

/** How long typing rests before the search begins, in milliseconds. */
const restTime = 150

/** The conversations in which the words are found, so far; null where there is nothing to look for. */
export function useSearch(rows: readonly StoredConversation[], query: string): readonly Finding[] | null {
  const [found, setFound] = useState<readonly Finding[]>([])
  const blank = wordsOf(query).length === 0
  useEffect(() => {
    if (blank) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void searchConversations(historyDb, rows, query, controller.signal, setFound).catch(() => setFound([]))
    }, restTime)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [rows, query, blank])
  return blank ? null : found
}

interface HistoryPanelProps {
  idPrefix: string
  /** Called when a conversation is chosen. */
  onOpened?: () => void
}

/** Past conversations: found by words, opened, named, pinned, deleted, taken out as files and brought in. */
export function HistoryPanel({ idPrefix, onOpened }: HistoryPanelProps) {
  const rows = useStore(savedConversations, (state) => state.rows)
  const problem = useStore(historyProblem, (state) => state.problem)
  const [query, setQuery] = useState('')
  const findings = useSearch(rows ?? [], query)
  const [refusal, setRefusal] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  async function open(file: File | undefined) {
    if (!file) return
    const outcome = await importFile(file)
    setRefusal('refusal' in outcome ? `“${file.name}” was not imported. ${outcome.refusal}` : null)
    if ('added' in outcome) historyStatus.setState({ deleted: null, said: addedWords(outcome.added) })
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
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {refusal !== null && (
        <Notice
          tone="danger"
          actions={
            <Button size="small" onClick={() => setRefusal(null)}>
              Dismiss
            </Button>
          }
        >
          {refusal}
        </Notice>
      )}
      {rows.length === 0 ? (
        <p className="px-2 text-xs text-text-muted">
          {problem === 'off'
            ? 'Conversations aren’t saved. This browser blocks storage, as private windows do.'
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
      <News />
    </div>
  )
}

/** What happened last, with the way back. */
function News() {
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

function addedWords(count: number): string {
  return count === 1 ? 'Imported one conversation.' : `Imported ${count} conversations.`
}
