import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { StoredConversation } from '#app/data/history/rows.ts'
import type { Finding } from '#app/data/history/search-conversations.ts'
import { removeConversation } from './history-actions.ts'
import { groupByDay, type HistoryEntry } from './history-days.ts'
import { HistoryItem } from './history-item.tsx'

interface HistoryListProps {
  rows: readonly StoredConversation[]
  /** What a search found; null where nothing is searched for. */
  findings: readonly Finding[] | null
  /** The words that are searched for. */
  words: readonly string[]
  idPrefix: string
  onOpened: (() => void) | undefined
}

/** In pixels: what a line takes until it is measured. */
const heights = { heading: 30, conversation: 32 }

/**
 * Conversations by day. The list is one stop of the Tab key: arrows, Home and End move in it, F2 renames and Delete
 * deletes. Only the lines in view are on the page.
 */
export function HistoryList({ rows, findings, words, idPrefix, onOpened }: HistoryListProps) {
  const [active, setActive] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const excerpts = useMemo(() => new Map(findings?.map(({ id, excerpt }) => [id, excerpt])), [findings])
  const entries = useMemo(
    () => groupByDay(findings === null ? rows : rows.filter(({ id }) => excerpts.has(id)), new Date()),
    [rows, findings, excerpts],
  )
  const ids = entries.flatMap((entry) => (entry.kind === 'conversation' ? [entry.row.id] : []))
  const stop = active !== null && ids.includes(active) ? active : ids[0]
  // oxlint-disable-next-line react/incompatible-library -- nothing of it goes to a memoised component
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[entries[index]?.kind ?? 'conversation'],
    getItemKey: (index) => keyOf(entries[index]),
    overscan: 8,
  })

  const focusOn = (id: string | undefined) => {
    if (id === undefined) return
    setActive(id)
    virtual.scrollToIndex(entries.findIndex((entry) => keyOf(entry) === id))
    // Scrolled to, it is on the page a frame later.
    requestAnimationFrame(() => document.getElementById(`${idPrefix}-${id}`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, row: StoredConversation) => {
    const at = ids.indexOf(row.id)
    const acts: Record<string, () => void> = {
      ArrowDown: () => focusOn(ids[at + 1]),
      ArrowUp: () => focusOn(ids[at - 1]),
      Home: () => focusOn(ids[0]),
      End: () => focusOn(ids.at(-1)),
      F2: () => setRenamed(row.id),
      Delete: () => void deleteRow(row),
    }
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  const deleteRow = async (row: StoredConversation) => {
    const at = ids.indexOf(row.id)
    const next = ids[at + 1] ?? ids[at - 1]
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
      ref={box}
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
                  isStop={entry.row.id === stop}
                  onOpened={onOpened}
                  renaming={renamed === entry.row.id}
                  onRename={() => setRenamed(entry.row.id)}
                  onRenamed={() => {
                    setRenamed(null)
                    focusOn(entry.row.id)
                  }}
                  onDelete={() => void deleteRow(entry.row)}
                  onFocus={() => setActive(entry.row.id)}
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
