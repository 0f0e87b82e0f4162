import { createHistory } from './history.ts'
import { HistoryDb } from './history-db.ts'
import { createReplyClaims } from './reply-claims.ts'

/** The database of this browser. */
export const historyDb = new HistoryDb()

/** The conversations of this browser. */
export const openHistory = createHistory(historyDb, createReplyClaims())
