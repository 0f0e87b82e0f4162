import { liveQuery } from 'dexie'
import { createStore } from 'zustand/vanilla'
import { historyDb } from '#app/data/history/open-history.ts'
import { historyProblem, problemOf } from '#app/data/history/history-problem.ts'
import { listConversations } from '#app/data/history/read-conversation.ts'
import type { ConversationRow } from '#app/data/history/rows.ts'

/** The conversations of this browser, latest first, as any tab changes them; null until they are read. */
export const savedConversations = createStore<{ rows: readonly ConversationRow[] | null }>(() => ({ rows: null }))

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
