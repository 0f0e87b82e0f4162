import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { StoredConversation } from '#app/data/history/rows.ts'
import type { Finding } from '#app/data/history/search-conversations.ts'
import { removeConversation } from './history-actions.ts'
import { groupByDay, type HistoryEntry } from './history-days.ts'
import { HistoryItem } from './history-item.tsx'

interface HistoryListProps {
  rows: readonly StoredConversation[]
  /** Search results; null if there is no search. */
  findings: readonly Finding[] | null
  /** The search terms. */
  words: readonly string[]
  idPrefix: string
  onOpened: (() => void) | undefined
}

/** Estimated line heights in pixels, used until a line is measured. */
const heights = { heading: 30, conversation: 32 }

/**
 * Conversations by day. The list is a single tab stop: arrows, Home and End move in it, F2 renames, Delete deletes.
 * Only visible lines are rendered.
 */
export function HistoryList({ rows, findings, words, idPrefix, onOpened }: HistoryListProps) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const excerpts = useMemo(() => new Map(findings?.map(({ id, excerpt }) => [id, excerpt])), [findings])
  const entries = useMemo(
    () => groupByDay(findings === null ? rows : rows.filter(({ id }) => excerpts.has(id)), new Date()),
    [rows, findings, excerpts],
  )
  const ids = entries.flatMap((entry) => (entry.kind === 'conversation' ? [entry.row.id] : []))
  const tabStop = activeId !== null && ids.includes(activeId) ? activeId : ids[0]
  // oxlint-disable-next-line react/incompatible-library -- nothing of it goes to a memoised component
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[entries[index]?.kind ?? 'conversation'],
    getItemKey: (index) => keyOf(entries[index]),
    overscan: 8,
  })

  const focusOn = (id: string | undefined) => {
    if (id === undefined) return
    setActiveId(id)
    virtual.scrollToIndex(entries.findIndex((entry) => keyOf(entry) === id))
    // After scrolling, the item is rendered a frame later.
    requestAnimationFrame(() => document.getElementById(`${idPrefix}-${id}`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, row: StoredConversation) => {
    const index = ids.indexOf(row.id)
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusOn(ids[index + 1]),
      ArrowUp: () => focusOn(ids[index - 1]),
      Home: () => focusOn(ids[0]),
      End: () => focusOn(ids.at(-1)),
      F2: () => setRenamingId(row.id),
      Delete: () => void deleteRow(row),
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  const deleteRow = async (row: StoredConversation) => {
    const index = ids.indexOf(row.id)
    const next = ids[index + 1] ?? ids[index - 1]
    await removeConversation(row)
    focusOn(next)
  }

  if (entries.length === 0)
    return (
      <p role="status" className="px-2 text-xs text-text-muted">
        No matches
      </p>
    )
  return (
    <div
      ref={scroller}
      className="relative -mx-1 min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 max-md:max-h-[50dvh] max-md:flex-none"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index]
          if (!entry) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {entry.kind === 'heading' ? (
                <h3 className="px-2 pt-2.5 pb-1 text-xs text-text-muted">{entry.words}</h3>
              ) : (
                <HistoryItem
                  row={entry.row}
                  excerpt={excerpts.get(entry.row.id) ?? null}
                  words={words}
                  id={`${idPrefix}-${entry.row.id}`}
                  isTabStop={entry.row.id === tabStop}
                  onOpened={onOpened}
                  renaming={renamingId === entry.row.id}
                  onRename={() => setRenamingId(entry.row.id)}
                  onRenamed={() => {
                    setRenamingId(null)
                    focusOn(entry.row.id)
                  }}
                  onDelete={() => void deleteRow(entry.row)}
                  onFocus={() => setActiveId(entry.row.id)}
                  onKeyDown={(event) => onKeyDown(event, entry.row)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function keyOf(entry: HistoryEntry | undefined): string {
  return entry?.kind === 'conversation' ? entry.row.id : `heading ${entry?.words}`
}
