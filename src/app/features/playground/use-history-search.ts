import { useEffect, useState } from 'react'
import { historyDb } from '#app/data/history/open-history.ts'
import type { ConversationRow } from '#app/data/history/rows.ts'
import { searchConversations, wordsOf, type Finding } from '#app/data/history/search-conversations.ts'

/** How long typing rests before the search begins, in milliseconds. */
const restTime = 150

/** The conversations in which the words are found, so far; null where there is nothing to look for. */
export function useSearch(rows: readonly ConversationRow[], query: string): readonly Finding[] | null {
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
